// The drawings of figures: pieces of chess and its kin, of makruk, and of xiangqi for readers without kanji. Each is our own.
//
// A drawing is made of SVG paths around the middle of a square, 100 units high, with the foot of the piece at y = 38. `body` is filled in the
// colour of the side, `lines` are drawn on it. `parts` are other drawings that lie below, each with a transform.

export interface Drawing {
  body: string;
  lines?: string;
  parts?: [name: string, transform: string][];
}

const KNIGHT =
  "M-24,38V32C-24,28-21,28-20,24C-18,13-7,10-5,-1C-11,4-15,3-18,7C-21,13-26,14-30,9C-33,5-32,0-29,-4C-23,-11-22,-17-18,-23" +
  "C-16,-26-13,-28-10,-30L-12,-40L-3,-34L3,-41L6,-31C22,-25 29,-3 25,24C25,28 28,28 28,32V38Z";
const KNIGHT_LINES =
  "M-9,-20A2,2 0 1 0-9,-19.9M-26,3L-25,4M6,-31C17,-20 20,0 17,22M-20,24Q3,29 25,24";
const HEAD = "translate(2,-13) scale(.8)"; // a knight's head above the foot of another figure

export const DRAWINGS: Record<string, Drawing> = {
  king: {
    body:
      "M-3,-45H3V-40H8V-34H3V-27H-3V-34H-8V-40H-3ZM-24,38V32C-24,28-20,27-20,22C-32,14-36,3-31,-7C-26,-16-12,-15-5,-5" +
      "C-6,-12-8,-16-7,-21C-6,-28 6,-28 7,-21C8,-16 6,-12 5,-5C12,-15 26,-16 31,-7C36,3 32,14 20,22C20,27 24,28 24,32V38Z",
    lines:
      "M-20,22Q0,15 20,22M-24,32Q0,26 24,32M0,-2V14M-24,-4C-28,2-24,9-17,13M24,-4C28,2 24,9 17,13",
  },
  queen: {
    body:
      "M-24,38V32C-24,28-20,27-20,22L-33,-19A5,5 0 1 1-28,-20L-17,-3L-18,-28A5,5 0 1 1-13,-29L-5,-6L-2.5,-32A5,5 0 1 1 2.5,-32" +
      "L5,-6L13,-29A5,5 0 1 1 18,-28L17,-3L28,-20A5,5 0 1 1 33,-19L20,22C20,27 24,28 24,32V38Z",
    lines: "M-24,10Q0,3 24,10M-20,22Q0,15 20,22M-24,32Q0,26 24,32",
  },
  rook: {
    body: "M-28,38V31H-23V25L-18,20V-7L-24,-13V-33H-14V-27H-6V-33H6V-27H14V-33H24V-13L18,-7V20L23,25V31H28V38Z",
    lines: "M-23,31H23M-18,20H18M-18,-7H18M-24,-15H24",
  },
  bishop: {
    body:
      "M-26,38V35C-26,29-15,31-12,26V20H-15C-19,20-19,14-15,14H-11C-22,5-22,-9-15,-18C-11,-23-7,-25-4,-31A6,6 0 1 1 4,-31" +
      "C7,-25 11,-23 15,-18C22,-9 22,5 11,14H15C19,14 19,20 15,20H12V26C15,31 26,29 26,35V38Z",
    lines: "M7,-20L-1,-8M-11,14H11M-12,20H12M-12,27Q0,31 12,27",
  },
  knight: { body: KNIGHT, lines: KNIGHT_LINES },
  pawn: {
    body: "M-23,38V34C-23,27-11,24-9,8H-13C-18,8-18,1-13,1H-8A14,14 0 1 1 8,1H13C18,1 18,8 13,8H9C11,24 23,27 23,34V38Z",
    lines: "M-9,8H9M-20,29Q0,24 20,29",
  },
  archbishop: {
    parts: [["knight", HEAD]],
    body: "M-26,38V35C-26,29-17,30-14,24L-25,7C-15,9-5,4 0,-1C5,4 15,9 25,7L14,24C17,30 26,29 26,35V38Z",
    lines: "M-25,7C-15,9-5,4 0,-1C5,4 15,9 25,7M0,6V21M-6,12H6M-14,24Q0,29 14,24",
  },
  chancellor: {
    parts: [["knight", HEAD]],
    body: "M-28,38V32H-23L-19,27V21L-25,17V4H-15V10H-6V4H6V10H15V4H25V17L19,21V27L23,32H28V38Z",
    lines: "M-25,17V4H-15V10H-6V4H6V10H15V4H25V17M-23,32H23M-19,21H19",
  },
  amazon: {
    parts: [["knight", HEAD]],
    body: "M-24,38V33C-24,29-21,29-21,25L-31,3L-19,13L-14,1L-5,13L0,-1L5,13L14,1L19,13L31,3L21,25C21,29 24,29 24,33V38Z",
    lines:
      "M-21,25L-31,3L-19,13L-14,1L-5,13L0,-1L5,13L14,1L19,13L31,3L21,25Q0,18-21,25M-24,33Q0,27 24,33",
  },
  elephant: {
    body:
      "M-20,38C-18,28-17,22-17,16C-21,15-25,13-27,10C-34,12-38,2-35,-10C-32,-23-21,-27-13,-22C-5,-31 11,-31 18,-20" +
      "C27,-20 33,-12 32,0C31,8 27,14 28,22C29,28 34,27 34,22L38,24C38,34 30,39 24,35C18,31 20,24 19,16C18,26 20,32 22,38Z",
    lines: "M-13,-22C-5,-13-6,3-17,16M13,-9A2,2 0 1 0 13,-8.9M20,6C23,9 27,9 31,5",
  },
  camel: {
    body:
      "M-22,38V31C-22,26-19,26-18,22C-16,13-8,9-6,-2C-8,-9-10,-12-14,-14C-20,-12-26,-13-30,-17C-34,-21-32,-26-27,-27" +
      "C-22,-28-19,-33-14,-36L-13,-43L-7,-37C2,-34 6,-26 6,-16C6,-10 9,-8 12,-12C17,-20 28,-16 29,-4C30,8 26,14 24,24" +
      "C24,28 27,28 27,32V38Z",
    lines: "M-15,-27A2,2 0 1 0-15,-26.9M-30,-20C-27,-18-24,-18-21,-19M-18,24Q3,29 24,24",
  },
  general: {
    body:
      "M-26,38V32C-26,28-21,28-20,23L-23,2C-19,4-15,3-14,-1C-18,-6-18,-14-15,-19C-19,-19-19,-25-15,-25H-3V-36H3V-25H15" +
      "C19,-25 19,-19 15,-19C18,-14 18,-6 14,-1C15,3 19,4 23,2L20,23C21,28 26,28 26,32V38Z",
    lines: "M-15,-19H15M-14,-1Q0,5 14,-1M-20,23Q0,17 20,23M0,-12V-6",
  },
  ferz: {
    body:
      "M-24,38V34C-24,28-14,27-12,19L-19,2C-20,-1-16,-3-13,-1C-15,-10-9,-18 0,-26C9,-18 15,-10 13,-1C16,-3 20,-1 19,2L12,19" +
      "C14,27 24,28 24,34V38Z",
    lines: "M-13,-1Q0,5 13,-1M-12,19Q0,14 12,19M-21,30Q0,25 21,30",
  },
  cannon: {
    body: "M-30,-12L-22,-22L22,-12C30,-10 30,4 22,6L12,7A16,16 0 1 1-13,9L-17,1C-24,-1-30,-5-30,-12ZM-24,38V34H24V38Z",
    lines: "M-22,-22C-15,-15-15,-5-17,1M0,12V28M-8,20H8M14,-14C18,-8 18,0 14,6",
  },
  lion: {
    body:
      "M-22,38V31C-22,27-19,27-18,23C-29,22-36,13-32,4C-38,-4-36,-15-28,-18C-28,-28-18,-34-10,-30C-5,-37 5,-37 10,-30" +
      "C18,-34 28,-28 28,-18C36,-15 38,-4 32,4C36,13 29,22 18,23C19,27 22,27 22,31V38Z",
    lines:
      "M-17,-14C-22,2-16,16 0,18C16,16 22,2 17,-14C9,-22-9,-22-17,-14ZM-8,-7V-5M8,-7V-5M-5,2H5L0,7ZM0,7V11M-6,13Q0,15 6,13M-18,23H18",
  },
  // Makruk's pieces are turned like stupas.
  khun: {
    body:
      "M-26,38V33C-21,30-17,28-17,23C-22,22-22,15-17,14C-17,8-11,4-10,-3C-14,-4-14,-10-9,-11C-8,-20-3,-28 0,-44C3,-28 8,-20 9,-11" +
      "C14,-10 14,-4 10,-3C11,4 17,8 17,14C22,15 22,22 17,23C17,28 21,30 26,33V38Z",
    lines: "M-17,23H17M-17,14H17M-10,-3H10M-9,-11H9M-5,-23H5M-22,32H22",
  },
  met: {
    body:
      "M-25,38V33C-20,30-17,28-17,24C-22,23-22,16-17,15C-16,8-10,5-8,0C-11,-1-11,-6-7,-7C-6,-13-2,-17 0,-26C2,-17 6,-13 7,-7" +
      "C11,-6 11,-1 8,0C10,5 16,8 17,15C22,16 22,23 17,24C17,28 20,30 25,33V38Z",
    lines: "M-17,24H17M-17,15H17M-8,0H8M-7,-7H7M-21,32H21",
  },
  khon: {
    body:
      "M-27,38V33C-23,30-21,28-21,23C-27,12-20,-3-9,-10C-13,-12-12,-18-7,-18C-6,-25-2,-27 0,-36C2,-27 6,-25 7,-18C12,-18 13,-12 9,-10" +
      "C20,-3 27,12 21,23C21,28 23,30 27,33V38Z",
    lines: "M-21,23H21M-9,-10H9M-7,-18H7M-24,32H24",
  },
  rua: {
    body: "M-29,38V32C-25,29-24,26-24,21V2C-29,1-31,-4-31,-12H31C31,-4 29,1 24,2V21C24,26 25,29 29,32V38Z",
    lines: "M-24,21H24M-24,2H24M-26,32H26M-31,-6H31",
  },
  bia: {
    body: "M-23,38V34C-23,17-14,6 0,6C14,6 23,17 23,34V38Z",
    lines: "M-23,32H23M-15,19Q0,11 15,19",
  },
  // A piece without a drawing of its own: a round shield, which bears its letters.
  shield: {
    body: "M-22,38V34C-22,30-12,30-11,24A28,28 0 1 1 11,24C12,30 22,30 22,34V38Z",
    lines: "M-11,25Q0,29 11,25",
  },
};

/** The drawing of a kind by its English name, without "promoted" and the like. */
export const DRAWN_NAMES: Record<string, string> = {
  marshall: "chancellor",
  marshal: "chancellor",
  empress: "chancellor",
  chariot: "rook",
  boat: "rook",
  castle: "rook",
  cardinal: "archbishop",
  princess: "archbishop",
  horse: "knight",
  mao: "knight",
  emperor: "king",
  man: "general",
  commoner: "general",
  guard: "general",
  advisor: "ferz",
  counsellor: "ferz",
  fers: "ferz",
  alfil: "elephant",
  pao: "cannon",
  soldier: "pawn",
};

/** The drawings of makruk's pieces by their English names. */
export const STUPAS: Record<string, string> = {
  king: "khun",
  counsellor: "met",
  queen: "met",
  ferz: "met",
  met: "met",
  nobleman: "khon",
  silver: "khon",
  bishop: "khon",
  khon: "khon",
  boat: "rua",
  rook: "rua",
  rua: "rua",
  horse: "knight",
  knight: "knight",
  pawn: "bia",
};
