import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { call, type CallArgs } from '../core/web/client.ts'
import type { Endpoint, Input } from '../core/protocol/contract.ts'
import type { Requirement } from '../core/web/use-permissions.ts'
import { runForEach } from './run-for-each.tsx'
import { confirm } from './confirm.tsx'
import { capitalize, type Noun } from './noun.ts'

/** At least one row. */
export type NonEmptyRows<Row> = readonly [Row, ...Row[]]

/** The list, as passed to an action. */
export type ActionContext<Row> = {
  label: string
  noun: Noun
  nameOf: (row: Row) => string
  reload: () => Promise<void>
}

/** Why an action is disabled. */
type Refusal = string | false | undefined

export type RowDialogProps<Row> = {
  row: Row
  rows: NonEmptyRows<Row>
  onClose: () => void
  /** Something changed: reloads the list. */
  onDone: () => Promise<void>
}

/** An action on one row, on the selected rows, or on both. */
export type ListAction<Row> = {
  label: string
  icon: LucideIcon
  tone?: 'danger'
  /** Acts on the server immediately, so it is disabled while the server is away, as dangerous actions are. */
  where?: 'server'
  /** Call that it makes; without the permissions in its contract, the action is disabled with the reason. */
  call?: Requirement
  /** Where it is offered. Default: `row`. */
  on?: 'row' | 'selection' | 'both'
  /** Whether a row has it; default: every row. */
  when?: (row: Row) => boolean
  disabled?: Refusal | ((row: Row, rows: readonly Row[]) => Refusal)
} & (
  | {
      /** Page that it opens; a row without one has no such action. */
      href: (row: Row) => string | undefined
    }
  | {
      /** Acts; resolves to `true` once something changed, and the list reloads. What it throws becomes a toast. */
      run: (rows: NonEmptyRows<Row>, context: ActionContext<Row>) => unknown
    }
  | {
      /** Its dialog, whose state for one row is in the address (`?edit=ana`). */
      dialog: (props: RowDialogProps<Row>) => ReactNode
    }
)

const irregularParticiples: Readonly<Record<string, string>> = { set: 'set', reset: 'reset', send: 'sent' }

/** Past participle of an action's verb, for success messages: `Delete` → `deleted`. */
const pastParticiple = (label: string) => {
  const [verb = ''] = label.toLowerCase().split(' ')
  return irregularParticiples[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)
}

type CallOptions<Row> = {
  /** Text of a confirmation dialog: what changes for this row. Only for actions on one row. */
  confirm?: (row: Row) => ReactNode
}

/**
 * `call` and `run` of an action that makes one call for each row. Title, busy text and success message follow from the
 * action's label and the list's noun.
 */
export const callForEachRow = <E extends Endpoint, Row>(
  endpoint: E,
  input: (row: Row) => Input<E>,
  { confirm: question }: CallOptions<Row> = {},
) => ({
  call: endpoint,
  run: async (rows: NonEmptyRows<Row>, { label, noun, nameOf }: ActionContext<Row>) => {
    const act = (row: Row) => call(endpoint, ...([input(row)] as CallArgs<Input<E>>))
    const done = pastParticiple(label)
    const run = () => runForEach<Row>({ noun, items: rows, nameOf, act, done })
    if (!question) return run().then(() => true)
    return confirm({
      title: `${label} ${capitalize(noun.one)}`,
      body: question(rows[0]),
      verb: label,
      run,
    })
  },
})
