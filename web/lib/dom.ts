// Small helpers over the DOM. Texts always go in as text, never as markup.

import type { Attributes, Child } from "./domtypes.ts";

const SVG = "http://www.w3.org/2000/svg";
const NOTICE_MS = 6000;

const present = (children: readonly Child[]) =>
  (children as unknown[])
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false) as (
    | Node
    | string
  )[];

function fill<E extends HTMLElement | SVGElement>(
  element: E,
  attributes: Attributes | null | undefined,
  children: readonly Child[],
) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = String(value);
    else if (name === "value") Object.assign(element, { value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** An HTML element. Attributes: `text` is its text, `onclick` and the like are listeners; null, undefined and false are left out. */
export const h = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes?: Attributes | null,
  ...children: Child[]
) => fill(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const s = <T extends keyof SVGElementTagNameMap>(
  tag: T,
  attributes?: Attributes | null,
  ...children: Child[]
) => fill(document.createElementNS(SVG, tag), attributes, children);

/** An element that index.html is sure to have. */
export const byId = (id: string) => document.getElementById(id) as HTMLElement;

export function replace(element: Element, ...children: Child[]) {
  element.replaceChildren(...present(children));
}

let pressed: Element | null = null; // the button or link that a pointer holds down
const heldBack: Map<Element, readonly Child[]> = new Map(); // new children of elements, set when the press ends

/** Hears of presses, from the page's beginning on. */
export function watchPresses() {
  const listen = { capture: true };
  document.addEventListener(
    "pointerdown",
    ({ target, button }) =>
      (pressed = button === 0 && target instanceof Element ? target.closest("button, a") : null),
    listen,
  );
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    document.addEventListener(end, pressEnds, listen);
  }
}

function pressEnds() {
  pressed = null;
  setTimeout(() => {
    for (const [element, children] of heldBack) replace(element, ...children);
    heldBack.clear();
  }); // the click event comes first, in the same task
}

/**
 * replaceChildren for updates by messages. An element with a pressed button changes only when the press ends, because a button
 * that has left the page gets no click.
 */
export function replaceUnpressed(element: Element, ...children: Child[]) {
  heldBack.delete(element);
  if (pressed && element.contains(pressed)) heldBack.set(element, children);
  else replace(element, ...children);
}

// ---- dialogs ----

/**
 * Opens a dialog over the page. Esc, a click beside it and closeButton close it; then it leaves the page.
 * With `closedby: "closerequest"` among the attributes a click beside it doesn't close it.
 */
export function openDialog(attributes: Attributes, ...children: Child[]) {
  const dialog = h("dialog", attributes, ...children);
  const closed = new Promise((resolve) => dialog.addEventListener("close", resolve));
  dialog.addEventListener("close", () => dialog.remove());
  if (attributes.closedby !== "closerequest") {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}

/** Opens a dialog in a place of the page, which goes on beside it. Esc in it and closeButton close it. */
export function openBeside(place: Element, attributes: Attributes, ...children: Child[]) {
  const before = document.activeElement;
  const dialog = h("dialog", attributes, ...children);
  dialog.addEventListener("close", () => {
    if (dialog.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    dialog.remove();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  place.append(dialog);
  dialog.show();
}

/** A button that closes the dialog it stands in. */
export const closeButton = (attributes: Attributes) =>
  h("button", {
    type: "button",
    onclick: (event: Event) => (event.currentTarget as HTMLElement).closest("dialog")?.close(),
    ...attributes,
  });

/** A question with a button for each answer. Answers the value of the button pressed, or null when the dialog was left. */
export async function ask<V>({
  title,
  body = null,
  className = "",
  buttons,
}: {
  title: string;
  body?: Child;
  className?: string;
  buttons: { label: string; value: V; kind?: string; content?: Node }[];
}): Promise<V | null> {
  let answer: V | null = null;
  const row = h(
    "div",
    { class: "buttons" },
    buttons.map(({ label, value, kind, content }) => {
      const button = closeButton({ class: kind ?? "" });
      button.addEventListener("click", () => (answer = value), { capture: true });
      button.append(content ?? "", label);
      return button;
    }),
  );
  const heading = h("h2", { id: "ask-title", text: title });
  const attributes = { class: `ask ${className}`, "aria-labelledby": "ask-title" };
  const { closed } = openDialog(attributes, heading, body, row);
  row.querySelector("button")?.focus();
  await closed;
  return answer;
}

// ---- messages ----

let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** A short message, read out as well. */
export function notice(text: string, kind: "" | "bad" = "") {
  const box = byId("notice");
  box.textContent = text;
  box.className = `notice shown ${kind}`;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (box.className = "notice"), NOTICE_MS);
}

/** Gives messages a place of their own, or the foot of the page. What was told before is over. */
export function placeNotice(place: Element | null) {
  const box = byId("notice");
  clearTimeout(noticeTimer);
  replace(box);
  box.className = "notice";
  (place ?? document.body).prepend(box);
}

/** Read out, and seen by nobody. */
export function announce(text: string) {
  byId("live").textContent = text;
}
