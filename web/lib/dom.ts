// Small helpers over the DOM. Texts are always set as text, never as markup.

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

/** An SVG element; the attributes have the same meaning as in `h`. */
export const s = <T extends keyof SVGElementTagNameMap>(
  tag: T,
  attributes?: Attributes | null,
  ...children: Child[]
) => fill(document.createElementNS(SVG, tag), attributes, children);

/** The element of index.html with this id. */
export const byId = (id: string) => document.getElementById(id) as HTMLElement;

export function replace(element: Element, ...children: Child[]) {
  element.replaceChildren(...present(children));
}

let pressed: Element | null = null; // the button or link that a pointer holds down
const heldBack: Map<Element, readonly Child[]> = new Map(); // the new children of each element with a pressed button; they are put into the page when the press ends

/** Keeps `pressed` up to date; called once by app.ts. */
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
    for (const [element, children] of heldBack) replaceUnpressed(element, ...children);
  }); // the timeout runs after the click event, which the browser sends in the same task as pointerup
}

/**
 * replaceChildren for updates that a message of the server causes. An element with a pressed button changes only when the press
 * ends, because a button that has left the page gets no click. The focus moves to the new button with the same action and classes.
 */
export function replaceUnpressed(element: Element, ...children: Child[]) {
  heldBack.delete(element);
  if (pressed && element.contains(pressed)) {
    heldBack.set(element, children);
    return;
  }
  const focused = document.activeElement as HTMLElement | null;
  const alike = () =>
    [...element.querySelectorAll<HTMLElement>("button, a")].filter(
      ({ className, dataset }) =>
        className === focused?.className && dataset.act === focused.dataset.act,
    );
  const at = focused ? alike().indexOf(focused) : -1;
  replace(element, ...children);
  if (at >= 0) alike()[at]?.focus({ preventScroll: true });
}

// ---- dialogs ----

/**
 * Opens a dialog over the page. Esc, a click beside the dialog and closeButton close it, and a closed dialog leaves the page.
 * With the attribute `closedby: "closerequest"` a click beside the dialog doesn't close it.
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

/** Opens a dialog in `place` without blocking the page. Esc while the focus is in the dialog, or closeButton, closes it. */
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

/** A button that closes the dialog that contains it. */
export const closeButton = (attributes: Attributes) =>
  h("button", {
    type: "button",
    onclick: (event: Event) => (event.currentTarget as HTMLElement).closest("dialog")?.close(),
    ...attributes,
  });

/** Asks a question with a button for each answer. Returns the value of the pressed button; null: the visitor closed the dialog. */
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

/** Shows a short message for some seconds, which screen readers read out. */
export function notice(text: string, kind: "" | "bad" = "") {
  const box = byId("notice");
  box.textContent = text;
  box.className = `notice shown ${kind}`;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (box.className = "notice"), NOTICE_MS);
}

/**
 * Moves the box of short messages into an element of the page and clears it.
 * @param place null: the foot of the page
 */
export function placeNotice(place: Element | null) {
  const box = byId("notice");
  clearTimeout(noticeTimer);
  replace(box);
  box.className = "notice";
  (place ?? document.body).prepend(box);
}

/** Has screen readers read out a text that is not shown. */
export function announce(text: string) {
  byId("live").textContent = text;
}
