"use strict";

function element(id) {
  return document.getElementById(id);
}

/** Make an element with a class and a text. */
function made(tag, className, text = "") {
  const item = document.createElement(tag);
  item.className = className;
  item.textContent = text;
  return item;
}

/** Make a copy of what a template of the page holds. */
function copied(id) {
  return element(id).content.firstElementChild.cloneNode(true);
}

/** Mark a control that can do nothing now; it keeps the focus, as a disabled one would not. */
function enable(control, can) {
  control.setAttribute("aria-disabled", String(!can));
}

function isEnabled(control) {
  return control.getAttribute("aria-disabled") !== "true";
}
