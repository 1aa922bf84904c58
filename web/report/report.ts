// The script of a study's report: draws charts and boards into the page that src/study/study_page.c writes. Without the script
// the page still has its sentences, tables and moves. tools/embed_report.py joins this file with the modules of the board into
// one script.

import { byId } from "../lib/dom.ts";
import { drawGame, drawHeats } from "./boards.ts";
import { drawCourse, drawCurves, drawLengths, drawShares } from "./charts.ts";
import { variantOf } from "./study.ts";
import type { Study } from "./study.ts";

const study: Study = JSON.parse(byId("study").textContent ?? "");
const [report, , , games] = study;
const variant = variantOf(study);

/**
 * Calls `drawing` for every element whose attribute data-draw has this name. `i` counts these elements from 0; with drawings of
 * games it is the index of the game.
 */
const draw = (name: string, drawing: (box: HTMLElement, i: number) => void) =>
  document.querySelectorAll<HTMLElement>(`[data-draw="${name}"]`).forEach(drawing);

draw("shares", (box) => drawShares(box, report.cells));
draw("lengths", (box) => drawLengths(box, report.cells, report.binPlies));
draw("choice", (box) => drawCurves(box, report.choice, report.binPlies, ["legal"]));
draw("filled", (box) => drawCurves(box, report.choice, report.binPlies, ["filled", "held"]));
draw("squares", (box) => drawHeats(box, variant, report.pieces));
draw("course", (box, i) => drawCourse(box, games[i]));
draw("game", (box, i) => drawGame(box, variant, games[i]));
