import { getPreference, setPreference } from '../core/web/preferences.ts'

const nonTextTypes = ['checkbox', 'radio', 'button', 'submit']

/** Whether a key pressed in this element enters text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !nonTextTypes.includes(target.getAttribute('type') ?? '')))

/**
 * Whether single-key shortcuts are enabled; speech input and tremor trigger them by accident, so they can be disabled.
 */
export const singleKeys = () => getPreference('singleKeys') !== 'off'

/** Enables or disables single-key shortcuts on this device. */
export const setSingleKeys = (on: boolean) => setPreference('singleKeys', on ? undefined : 'off')

/** Whether a key event may be a single-key shortcut: no modifier, and not in a text field. */
export const isShortcut = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && !isTyping(target) && singleKeys()
