const choices = ['checkbox', 'radio', 'button', 'submit']

/** Whether a key that is pressed there writes something. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !choices.includes(target.getAttribute('type') ?? '')))
