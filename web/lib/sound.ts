// Sounds, made by WebAudio: wood on wood, two pitches, and a bell. Off until somebody wants them.

export type Sound = "move" | "capture" | "turn" | "low" | "end" | "said";

/**
 * A tone: from when, how high, how long it rings, how loud, and its shape.
 * seconds and hertz
 */
export interface Tone {
  at: number;
  hertz: number;
  ring: number;
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
