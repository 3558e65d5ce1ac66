import { RadixDialog as Radix } from './radix.ts'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { focusPage } from './use-row-keys.ts'
import * as styles from './dialog.css.ts'
import { discardChanges } from './messages.ts'

type DialogProps = {
  /** The verb and object of the action that opened it. */
  title: string
  size?: 'form' | 'confirm' | 'wide'
  onClose: () => void
  /** Short note at the left of the footer. */
  note?: string | undefined
  /** Cancel, then the action. */
  footer: ReactNode
  /** Unsaved input: Escape, a click outside and the close button ask before closing. */
  dirty?: boolean
  children: ReactNode
}

const FIELD = '[data-part=body] :is(input, textarea, select):not(:disabled, [readonly], [type=hidden])'

/** The first field, else the action of an empty or failed state, else the first button of the footer. */
const firstControl = (dialog: HTMLElement) => {
  const field = dialog.querySelector<HTMLElement>(FIELD)
  // in a radio group the checked one gets the focus
  const group = field instanceof HTMLInputElement && field.type === 'radio' && field.name
  const chosen = group ? dialog.querySelector<HTMLElement>(`input[name="${CSS.escape(group)}"]:checked`) : undefined
  return (
    chosen ??
    field ??
    dialog.querySelector<HTMLElement>('[data-part=body] [data-part=empty] :is(a[href], button)') ??
    dialog.querySelector<HTMLElement>('[data-part=foot] button')
  )
}

/**
 * Focuses the first control. While the focus is there, in the footer, or the control is removed, the first control that
 * appears in the body gets it, as after loading.
 */
const focusFirst = (dialog: HTMLElement) => {
  const body = dialog.querySelector('[data-part=body]')
  let initial = firstControl(dialog)
  initial?.focus()
  if (!body) return
  const observer = new MutationObserver(() => {
    const active = document.activeElement
    const isWaiting = active === dialog ? !initial?.isConnected : active === initial && !body.contains(active)
    const next = isWaiting ? firstControl(dialog) : null
    if (!body.contains(next)) return
    initial = next
    next?.focus()
  })
  observer.observe(body, { childList: true, subtree: true })
}

/** Where the focus returns to after each open dialog, for a dialog that replaces it. */
const openersOfDialogs = new WeakMap<Element, readonly HTMLElement[]>()

/**
 * Where the focus returns to, best first: the pressed element, or the button of the menu it was chosen from, then what
 * opened the dialog around it.
 */
const openersOf = (active: Element | null) => {
  const menu = active?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  const outer = opener?.closest('[role=dialog]')
  return [...(opener instanceof HTMLElement ? [opener] : []), ...((outer && openersOfDialogs.get(outer)) ?? [])]
}

/** A click on a toast does not close the dialog under it. */
const ignoreToasts = (event: CustomEvent<{ originalEvent: Event }>) => {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-part=toast]')) event.preventDefault()
}

/** Escape clears a non-empty search field and closes an open option list, without closing the dialog. */
const keepEscapeInField = (event: KeyboardEvent) => {
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const clearsSearch = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  if (clearsSearch || target.matches('[role=combobox][aria-expanded=true], [aria-activedescendant]'))
    event.preventDefault()
}

/**
 * A modal dialog, open as long as it is rendered. The first field gets the focus, or the action of an empty state, or
 * Cancel.
 */
export const Dialog = ({ title, size = 'form', onClose, note, footer, dirty, children }: DialogProps) => {
  const [isAsking, setAsking] = useState(false)
  const [openers] = useState(() => openersOf(document.activeElement))
  const focusOnOpen = (event: Event) => {
    const { target: dialog } = event
    if (!(dialog instanceof HTMLElement)) return
    event.preventDefault()
    openersOfDialogs.set(dialog, openers)
    focusFirst(dialog)
  }
  const restoreFocus = (event: Event) => {
    event.preventDefault()
    const opener = openers.find((element) => element.isConnected && element !== document.body)
    if (opener) opener.focus()
    else focusPage()
  }
  const requestClose = () => {
    if (dirty) setAsking(true)
    else onClose()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && requestClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay}>
          <Radix.Content
            className={styles.dialog[size]}
            aria-describedby={undefined}
            onOpenAutoFocus={focusOnOpen}
            onInteractOutside={ignoreToasts}
            onEscapeKeyDown={keepEscapeInField}
            onCloseAutoFocus={restoreFocus}
          >
            <header className={styles.head}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <IconButton icon={X} label="Close" onPress={requestClose} />
            </header>
            <div className={styles.body} data-part="body">
              {children}
            </div>
            <footer className={styles.foot} data-part="foot">
              {isAsking ? (
                <Discard onKeep={() => setAsking(false)} onDiscard={onClose} />
              ) : (
                <>
                  {note && <p className={styles.note}>{note}</p>}
                  {footer}
                </>
              )}
            </footer>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Discard = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <>
    <p className={styles.question} role="alert">
      {discardChanges}
    </p>
    <Button onPress={onKeep}>Keep Editing</Button>
    <Button tone="danger" where="browser" onPress={onDiscard}>
      Discard
    </Button>
  </>
)
