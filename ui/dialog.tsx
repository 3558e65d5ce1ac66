import { RadixDialog as Radix } from './radix.ts'
import X from 'lucide-react/icons/x'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { focusPage } from './use-row-keys.ts'
import * as styles from './dialog.css.ts'
import { discardChanges } from './messages.ts'
import { addLeaveGuard } from '../core/web/location.ts'

/** What closing would lose: a question, and the labels of its two answers. */
type Loss = { question: string; keep: string; discard: string }

const unsavedInput: Loss = { question: discardChanges, keep: 'Keep Editing', discard: 'Discard' }

type DialogProps = {
  /** The verb and object of the action that opened it. */
  title: string
  size?: 'form' | 'confirm' | 'wide'
  onClose: () => void
  /** Short note at the left of the footer. */
  note?: string | undefined
  /** Cancel, then the action. */
  footer: ReactNode
  /** Unsaved input: Escape, a click outside, the close button and leaving the page ask first; the question if given. */
  dirty?: boolean | Loss
  /** Whether its action runs: then the dialog stays open, to show the result, and leaving the page does not ask. */
  isSaving?: () => boolean
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

/** Time in ms within which a second click belongs to the double click that opened a dialog. */
const DOUBLE_CLICK = 500

/** Escape clears a non-empty search field and closes an open option list, without closing the dialog. */
const keepEscapeInField = (event: KeyboardEvent) => {
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const clearsSearch = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  if (clearsSearch || target.matches('[role=combobox][aria-expanded=true], [aria-activedescendant]'))
    event.preventDefault()
}

/**
 * The question before a dialog closes: a function that asks, and one that answers while it is asked. It is answered too
 * if the dialog closes, or is not dirty any more.
 */
const useQuestion = (isDirty: boolean, onClose: () => void) => {
  const [isAsked, setAsked] = useState(false)
  const pending = useRef<(discard: boolean) => void>(undefined)
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        pending.current?.(false)
        pending.current = resolve
        setAsked(true)
      }),
    [],
  )
  useEffect(() => () => pending.current?.(true), [])
  useEffect(() => {
    if (isDirty) return
    setAsked(false)
    pending.current?.(false)
  }, [isDirty])
  const answer = (discard: boolean) => {
    setAsked(false)
    if (discard) onClose()
    pending.current?.(discard)
  }
  return { ask, answer: isAsked ? answer : undefined }
}

/**
 * A modal dialog, open as long as it is rendered. The first field gets the focus, or the action of an empty state, or
 * Cancel.
 */
export const Dialog = (props: DialogProps) => {
  const { title, size = 'form', onClose, note, footer, dirty = false, isSaving, children } = props
  const [openedAt] = useState(() => performance.now())
  const overlay = useRef<HTMLDivElement>(null)
  const loss = dirty === true ? unsavedInput : dirty
  const isDirty = loss !== false
  const close = () => {
    if (!isSaving?.()) onClose()
  }
  const { ask, answer } = useQuestion(isDirty, close)
  const latest = useRef(isSaving)
  useEffect(() => {
    latest.current = isSaving
  })
  useEffect(() => (isDirty ? addLeaveGuard(() => latest.current?.() || ask()) : undefined), [isDirty, ask])
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
  /** A click on a toast or another dialog does not close this one, nor does the end of a double click beside it. */
  const ignoreOthers = (event: CustomEvent<{ originalEvent: Event }>) => {
    const { target } = event.detail.originalEvent
    const isBeside = target === overlay.current
    const isOther = target instanceof Element && target.closest('[data-part=toast], [data-part=overlay]') !== null
    if (isBeside ? performance.now() - openedAt < DOUBLE_CLICK : isOther) event.preventDefault()
  }
  const requestClose = () => {
    if (loss && !isSaving?.()) void ask()
    else close()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && requestClose()}>
      <Radix.Portal>
        <Radix.Overlay ref={overlay} className={styles.overlay} data-part="overlay">
          <Radix.Content
            className={styles.dialog[size]}
            aria-describedby={undefined}
            onOpenAutoFocus={focusOnOpen}
            onInteractOutside={ignoreOthers}
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
              {answer && loss ? (
                <Discard {...loss} onKeep={() => answer(false)} onDiscard={() => answer(true)} />
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

const Discard = ({ question, keep, discard, onKeep, onDiscard }: Loss & Record<'onKeep' | 'onDiscard', () => void>) => (
  <>
    <p className={styles.question} role="alert">
      {question}
    </p>
    <Button onPress={onKeep}>{keep}</Button>
    <Button tone="danger" where="browser" onPress={onDiscard}>
      {discard}
    </Button>
  </>
)
