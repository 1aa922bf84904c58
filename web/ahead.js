// Where the address names a game, all that shows one is asked for at once: before the page itself has come, and not one import after the other.

const list = document.querySelector('meta[name="with-a-game"]')?.getAttribute("content");
if (list && /^#\/(?:g|game|model)\//.test(location.hash)) {
  for (const name of list.split(" ")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = new URL(name, import.meta.url).href;
    document.head.append(link);
  }
}
