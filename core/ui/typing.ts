import { recall, remember } from '../memory.ts'

const choices = ['checkbox', 'radio', 'button', 'submit']

/** Whether a key that is pressed there writes something. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !choices.includes(target.getAttribute('type') ?? '')))

/**
 * Whether keys without Ctrl or Alt do something; speech and tremor press some by accident, so they can be switched off.
 */
export const singleKeys = () => recall('singleKeys') !== 'off'

/** Switches keys without Ctrl or Alt on or off, on this device. */
export const setSingleKeys = (on: boolean) => remember('singleKeys', on ? undefined : 'off')

/** Whether a key stands alone and writes nothing, so that it may be a shortcut. */
export const isShortcut = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && !isTyping(target) && singleKeys()
