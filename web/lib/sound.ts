// The sounds of the page, made by WebAudio: wood at two pitches, and a bell. They are off by default.

export type Sound = "move" | "capture" | "turn" | "low" | "end" | "said";

/** One of the tones that make up a sound. */
export interface Tone {
  /** seconds after the beginning of the sound */
  at: number;
  hertz: number;
  /** seconds until the tone has faded */
  ring: number;
  /** loudness of the tone at its beginning, 0 to 1 */
  gain: number;
  type: OscillatorType;
}

const wood: (at: number, hertz: number, ring?: number, gain?: number) => Tone = (
  at,
  hertz,
  ring = 0.07,
  gain = 0.5,
) => ({ at, hertz, ring, gain, type: "triangle" });
const bell: (at: number, hertz: number) => Tone = (at, hertz) => ({
  at,
  hertz,
  ring: 0.5,
  gain: 0.16,
  type: "sine",
});

const SOUNDS: Record<Sound, Tone[]> = {
  move: [wood(0, 620), wood(0, 1480, 0.03, 0.2)],
  capture: [wood(0, 620), wood(0.06, 470), wood(0.06, 1180, 0.03, 0.2)],
  turn: [bell(0, 880), bell(0.14, 1175)],
  low: [wood(0, 980, 0.04), wood(0.12, 980, 0.04)],
  said: [wood(0, 1240, 0.03, 0.2)],
  end: [bell(0, 784), bell(0.16, 659), bell(0.32, 523)],
};

export function play(context: AudioContext, name: Sound) {
  const now = context.currentTime;
  for (const { at, hertz, ring, gain, type } of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type, frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(gain, now + at);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + ring);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + ring);
  }
}
