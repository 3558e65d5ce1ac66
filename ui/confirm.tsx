import { useEffect, useId, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import { type Message, showError, showToast } from '../core/web/toasts.ts'
import { Failure } from '../core/protocol/failure.ts'
import { session } from '../core/web/session.ts'
import { displayName } from '../core/protocol/format.ts'
import { ErrorBanner } from './banner.tsx'
import { Button } from './button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { Dialog } from './dialog-on-demand.tsx'
import { DialogBoundary } from './dialog-boundary.tsx'
import { Field, TextInput } from './field.tsx'
import { intro } from './form.css.ts'
import { Stats, type Stat } from './stats.tsx'
import { Link } from './link.tsx'
import { busyText, capitalize } from './noun.ts'
import { cannotBeUndone } from './messages.ts'
import { guardUndo, type Replaced } from './undo.ts'

type Question = {
  /** Verb and object: "Delete Bucket". */
  title: string
  /** Consequences of the action. */
  body: ReactNode
  /** Amounts that are affected: objects, bytes. */
  stats?: readonly Stat[]
  /** Whether it can be undone: `never`, or how. */
  undo?: ReactNode
  /** Label of the main button: "Delete"; while busy it says "Deleting". */
  verb: string
  tone?: 'danger' | 'primary'
  /** Text that must be typed first, such as the object's name, if the loss is large and permanent. */
  typed?: string | undefined
  /** The action: the dialog stays open while it runs, and shows the `Failure` it throws. */
  run?: () => Promise<unknown>
  /** Whether the dialog can be closed while `run` does its work; the caller then stops it, and reports the rest. */
  stoppable?: boolean
  /** Replaces the question after a failure, if only a part is left to do. */
  retry?: () => Prompt
  /** Toast on success: "User ana deleted". */
  done?: string
  /** Reverts the action; the toast offers it. */
  revert?: (() => Promise<unknown>) | undefined
  /** The resource that `revert` replaces as a whole: it refuses if the resource has changed since. */
  replaces?: Replaced
  /** Reloads what the action changed. */
  onDone?: (() => unknown) | undefined
  /** Link to the page that shows the cause of a failure. */
  remedy?: { label: string; href: string } | undefined
}

type Prompt = Pick<Question, 'title' | 'body' | 'typed'>

type OpenDialog = { id: number; account: string | undefined; draw: () => ReactNode; hidden?: boolean }

let openDialogs: readonly OpenDialog[] = []
let lastId = 0
const listeners = new Set<() => void>()

const setOpenDialogs = (next: readonly OpenDialog[]) => {
  openDialogs = next
  for (const listener of listeners) listener()
}

/**
 * Shows a dialog on top of everything until `draw` calls `resolve`; dialogs are queued. A dialog that is set to hidden
 * must render nothing meanwhile, so the next ones are shown.
 */
export const showDialog = <Value,>(
  draw: (resolve: (value: Value) => void, setHidden: (hidden: boolean) => void) => ReactNode,
) =>
  new Promise<Value>((resolve) => {
    const id = ++lastId
    const resolveAndClose = (value: Value) => {
      setOpenDialogs(openDialogs.filter((one) => one.id !== id))
      resolve(value)
    }
    const setHidden = (hidden: boolean) =>
      setOpenDialogs(openDialogs.map((one) => (one.id === id ? { ...one, hidden } : one)))
    const account = session.value?.account
    setOpenDialogs([...openDialogs, { id, account, draw: () => draw(resolveAndClose, setHidden) }])
  })

/**
 * Asks before a change: what, for how many, and whether it can be undone. Resolves to `true` if confirmed (and, with
 * `run`, done). Changes that can be undone need no confirmation: their toast has Undo.
 */
export const confirm = async ({ onDone, revert, replaces, ...question }: Question) => {
  const undo = async () => {
    const guarded = revert && replaces ? await guardUndo(revert, replaces) : revert
    return guarded && { label: 'Undo', run: () => void guarded().then(onDone, showError) }
  }
  const confirmed = await showDialog<boolean>((resolve) => (
    <Confirm {...question} undoAction={undo} resolve={resolve} />
  ))
  if (confirmed) await onDone?.()
  return confirmed
}

type Deletion = Omit<Question, 'title' | 'verb' | 'tone' | 'typed' | 'done'> & {
  /** Kind of the deleted item: "Lifecycle Rule". */
  noun: string
  title?: string
  /** Its name, for the toast. */
  name?: string
  /** Whether its name has to be typed first. */
  typed?: boolean
  run: () => Promise<unknown>
}

/** Confirms and runs a deletion; resolves to `true` when deleted. */
export const confirmDelete = ({ noun, name = '', typed, ...question }: Deletion) =>
  confirm({
    title: `Delete ${noun}`,
    ...(!question.revert && { undo: 'never' }),
    ...question,
    verb: 'Delete',
    typed: typed ? name : undefined,
    done: `${capitalize(noun.toLowerCase())} ${name && `${displayName(name)} `}deleted`,
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type ConfirmProps = Omit<Question, 'onDone' | 'revert' | 'replaces'> & {
  undoAction: () => Promise<Message['action']>
  resolve: (yes: boolean) => void
}

const Confirm = (props: ConfirmProps) => {
  const { stats, undo, verb, tone = 'danger', run, stoppable = false, retry, done, undoAction, remedy, resolve } = props
  const [{ title, body, typed }, setQuestion] = useState<Prompt>(props)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [failed, setFailed] = useState(false)
  const id = useId()
  const missing = typed !== undefined && text !== typed
  const isWaiting = busy && !stoppable

  const act = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run?.()
      resolve(true)
      if (done) showToast(done, await undoAction())
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Failure)) throw error
      setFailure(error)
      setFailed(true)
      if (retry) setQuestion(retry())
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!missing && !busy) void act()
  }
  return (
    <Dialog
      title={title}
      size="confirm"
      onClose={() => resolve(false)}
      isSaving={() => isWaiting}
      footer={
        <>
          <CancelButton busy={isWaiting} onPress={() => resolve(false)} />
          <Button
            // a failed action should not be the default button
            tone={failed ? 'secondary' : tone}
            where={run ? undefined : 'browser'}
            submit
            form={id}
            busy={busy ? busyText(verb) : undefined}
            disabled={missing && `Type ${displayName(typed)} first`}
          >
            {failed ? 'Try Again' : verb}
          </Button>
        </>
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      <div className={intro}>
        {body}
        {undo && <p>{undo === 'never' ? cannotBeUndone : undo}</p>}
      </div>
      {stats && <Stats of={stats} />}
      {failed && !busy && remedy && (
        <p>
          <Link href={remedy.href} onClick={() => resolve(false)}>
            {remedy.label}
          </Link>
        </p>
      )}
      <form id={id} onSubmit={submit} hidden={typed === undefined}>
        {typed !== undefined && (
          <Field label={`Type ${displayName(typed)} to confirm`}>
            <TextInput value={text} onChange={setText} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

/** Calls `draw` while it renders, so that the boundary above catches its errors. */
const Draw = ({ draw }: Pick<OpenDialog, 'draw'>) => draw()

/**
 * Renders the dialogs of `showDialog()` and `confirm()`; the shell renders it once. If the session has ended, they are
 * shown again after a sign-in of the same account.
 */
export const ConfirmDialogs = () => {
  const [account] = useState(() => session.value?.account)
  const all = useSyncExternalStore(subscribe, () => openDialogs).filter((one) => one.account === account)
  useEffect(() => setOpenDialogs(openDialogs.filter((one) => one.account === account)), [])
  const first = all.find(({ hidden }) => !hidden)
  return all
    .filter((one) => one.hidden || one === first)
    .map(({ id, draw }) => (
      <DialogBoundary key={id} onClose={() => setOpenDialogs(openDialogs.filter((one) => one.id !== id))}>
        <Draw draw={draw} />
      </DialogBoundary>
    ))
}
