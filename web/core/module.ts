// A WebAssembly module of the rules, compiled from src/wasm/shim.c. Its functions take and return numbers: handles of games and
// variants, and addresses of C strings.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const missing = (name: string) => () => {
  throw new Error(`the rules called ${name}, which a page does not have`);
};

export class Module {
  c: Record<string, (...at: number[]) => number> = {}; // the module's exported functions, by name
  memory!: WebAssembly.Memory;

  async load(source: Response | BufferSource) {
    const module = await (source instanceof Response
      ? WebAssembly.compileStreaming(source)
      : WebAssembly.compile(source));
    const system: Record<string, Function> = { fd_write: this.write.bind(this) };
    const imports: WebAssembly.Imports = {};
    for (const { module: room, name } of WebAssembly.Module.imports(module)) {
      (imports[room] ??= {})[name] = system[name] ?? missing(name);
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    this.c = exports as any;
    this.memory = exports.memory as WebAssembly.Memory;
    this.c._initialize?.();
    return this;
  }

  /**
   * WASI's fd_write, by which the C library reports a fault on standard error. Prints the text on the console. `pieces` is the
   * address of `count` pairs of 32-bit numbers: the address and the length of a part of the text. The number of bytes is stored
   * at the address `written`.
   */
  write(_file: number, pieces: number, count: number, written: number) {
    const { buffer } = this.memory;
    const view = new DataView(buffer);
    let total = 0;
    for (let i = 0; i < count; i++) {
      const [at, length] = [0, 4].map((offset) => view.getUint32(pieces + 8 * i + offset, true));
      console.error(decoder.decode(new Uint8Array(buffer, at, length)));
      total += length;
    }
    view.setUint32(written, total, true);
    return 0;
  }

  /** Is this module rules.wasm, which also describes games in words and reads definitions? */
  get isWhole() {
    return Boolean(this.c.henka_words);
  }

  /** The text of the NUL-terminated C string at an address. */
  read(at: number) {
    const bytes = new Uint8Array(this.memory.buffer);
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** Calls the function `henka_` + name, which returns a C string. */
  text(name: string, ...at: number[]) {
    return this.read(this.c[`henka_${name}`](...at));
  }

  /** Calls f with the addresses of the texts as C strings, which are freed afterwards; null is passed as NULL. */
  withTexts<T>(texts: (string | null)[], f: (...at: number[]) => T) {
    const places = texts.map((text) => {
      if (text === null) return 0;
      const bytes = encoder.encode(`${text}\0`);
      const at = this.c.henka_alloc(bytes.length);
      new Uint8Array(this.memory.buffer).set(bytes, at);
      return at;
    });
    try {
      return f(...places);
    } finally {
      places.forEach((at) => at && this.c.henka_release(at));
    }
  }
}
