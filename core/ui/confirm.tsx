import { useId, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import { say } from '../banners.ts'
import { Failure } from '../failure.ts'
import { ErrorBanner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field, TextInput } from './field.tsx'
import { intro } from './form.css.ts'
import { Link } from './link.tsx'

type Question = {
  /** The verb and thing: "Delete Bucket". */
  title: string
  /** What will happen and what goes with it. */
  body: ReactNode
  verb: string
  busyVerb?: string
  tone?: 'danger' | 'primary'
  /** What has to be typed first, the thing's name. */
  typed?: string
  /** What the verb does: the dialog stays open while it runs and shows the `Failure` that it throws. */
  run?: () => Promise<void>
  /** Said once it is done: "User successfully deleted". */
  done?: string
  /** Where what stands in the way can be seen, once it has failed. */
  remedy?: { label: string; href: string } | undefined
}

type Asked = Question & { id: number; answer: (yes: boolean) => void }

let asked: readonly Asked[] = []
let last = 0
const listeners = new Set<() => void>()

const setAsked = (next: readonly Asked[]) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before something that cannot be undone; true once it was confirmed (and, with `run`, done). */
export const confirm = (question: Question) =>
  new Promise<boolean>((resolve) => {
    const id = ++last
    const answer = (yes: boolean) => {
      setAsked(asked.filter((one) => one.id !== id))
      resolve(yes)
    }
    setAsked([...asked, { ...question, id, answer }])
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const Confirm = ({ title, body, verb, busyVerb = verb, tone = 'danger', typed, run, done, remedy, answer }: Asked) => {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [failed, setFailed] = useState(false)
  const id = useId()
  const missing = typed !== undefined && text !== typed

  const act = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run?.()
      answer(true)
      if (done) say(done)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Failure)) throw error
      setFailure(error)
      setFailed(true)
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
      onClose={() => answer(false)}
      footer={
        <>
          <Button onPress={() => answer(false)}>Cancel</Button>
          <Button
            // what was refused once is not the thing to press next
            tone={failed ? 'secondary' : tone}
            where={run ? undefined : 'browser'}
            submit
            form={id}
            busy={busy ? busyVerb : undefined}
            disabled={missing && `Type ${typed} first`}
          >
            {failed ? 'Try Again' : verb}
          </Button>
        </>
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      <div className={intro}>{body}</div>
      {failed && remedy && (
        <p>
          <Link href={remedy.href} onClick={() => answer(false)}>
            {remedy.label}
          </Link>
        </p>
      )}
      <form id={id} onSubmit={submit} hidden={typed === undefined}>
        {typed !== undefined && (
          <Field label={`Type ${typed} to confirm`}>
            <TextInput value={text} onChange={setText} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

/** Where `confirm()` shows its questions; the shell renders it once. */
export const Confirms = () => {
  const [first] = useSyncExternalStore(subscribe, () => asked)
  return first ? <Confirm key={first.id} {...first} /> : null
}
