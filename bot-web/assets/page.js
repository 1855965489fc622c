"use strict";

const chat = document.getElementById("chat");
const form = document.getElementById("form");
const text = document.getElementById("text");
const note = document.getElementById("note");
const answering = document.getElementById("answering");
let replyTo = null;
let noteTimer = 0;
let unsent = null;

const person = () => Number(form.elements.person.value);
const nameOf = (id) => form.querySelector(`input[value="${id}"] + span`).textContent;

function doer() {
  return { update: crypto.randomUUID(), person: person(), name: nameOf(person()), language: document.documentElement.lang };
}

// Whether it has arrived and is stored.
async function send(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) showNote(await answer.text());
    return answer.ok;
  } catch {
    showNote(document.body.dataset.lost);
    return false;
  }
}

function showNote(words) {
  note.textContent = words;
  note.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { note.hidden = true; }, Math.max(5000, 70 * words.length));
}

function spans(list) {
  return list.map((span) => {
    const [kind, value] = Object.entries(span)[0];
    const element = document.createElement(kind === "strong" ? "strong" : kind === "code" ? "code" : "span");
    if (kind === "person") {
      element.className = "person";
      element.textContent = value.name;
      element.dir = "auto";
    } else {
      element.textContent = value;
    }
    if (kind === "code") {
      element.addEventListener("click", () => { text.value = value; text.focus(); });
    }
    return element;
  });
}

function button(label, kind, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.className = kind;
  element.addEventListener("click", action);
  return element;
}

function show(message) {
  const atEnd = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 120;
  const element = document.createElement("article");
  element.id = `m${message.id}`;
  element.className = message.from ? `message p${message.from}` : "message";
  if (message.from) {
    const who = document.createElement("span");
    who.className = "who";
    who.textContent = nameOf(message.from);
    element.append(who);
  }
  if (message.alt !== null) {
    const image = document.createElement("img");
    image.src = `/picture/${message.id}?${message.revision}`;
    image.alt = message.alt;
    image.addEventListener("load", () => { if (atEnd) chat.scrollTop = chat.scrollHeight; });
    element.append(image);
  }
  element.append(...spans(message.text));
  if (message.buttons.length) {
    for (const row of message.buttons) {
      const line = document.createElement("div");
      line.className = "buttons";
      for (const each of row) {
        line.append(button(each.label, each.kind, () =>
          send("/press", { ...doer(), payload: each.payload, message: message.id })));
      }
      element.append(line);
    }
  }
  if (!message.from && message.alt !== null) {
    element.append(button(document.body.dataset.reply, "answer", () => answer(message.id)));
  }
  const old = document.getElementById(element.id);
  if (old) old.replaceWith(element); else chat.append(element);
  if (atEnd) chat.scrollTop = chat.scrollHeight;
}

function answer(id) {
  replyTo = id;
  answering.hidden = id === null;
  if (id !== null) {
    answering.querySelector("span").textContent = `${document.body.dataset.reply} `;
    text.focus();
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!text.value.trim()) return;
  const said = { ...doer(), text: text.value, reply_to: replyTo };
  // What may have arrived after all is sent again under the same id: then it counts once.
  if (unsent && unsent.text === said.text && unsent.person === said.person) said.update = unsent.update;
  unsent = null;
  text.value = "";
  answer(null);
  if (await send("/say", said)) return;
  unsent = said;
  if (!text.value) {
    text.value = said.text;
    answer(said.reply_to);
  }
});
answering.querySelector("button").addEventListener("click", () => answer(null));

const stream = new EventSource("/happenings");
stream.onmessage = (event) => {
  const happening = JSON.parse(event.data);
  if (happening.kind === "message") show(happening.message);
  if (happening.kind === "gone") document.getElementById(`m${happening.id}`)?.remove();
  if (happening.kind === "note") showNote(happening.text.map((span) => Object.values(span)[0]).join(""));
};
