import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useMemo, useRef, useState } from 'react'
import { getPreference, setPreference, useCall } from 'stowage/web'
import {
  Button,
  helpOverlay,
  Icon,
  IconButton,
  JsonEditor,
  Segmented,
  Spacer,
  type LineHighlights,
  Toolbar,
  useMediaQuery,
  Muted,
  Stack,
} from 'stowage/ui'
import { counted } from 'stowage'
import type { Finding } from '../../access.ts'
import { policies } from '../../contract.ts'
import { useBuckets } from '../check/fields.tsx'
import * as styles from './builder.css.ts'
import { completionsIn } from './complete.ts'
import { addStatement, type Card, cardsOf, copyStatement, removeStatement } from './edit.ts'
import { FindingLine } from './finding-line.tsx'
import { StatementCard } from './statement-card.tsx'
import { Template } from './template.tsx'
import { lineAt } from './tree.ts'
import { linesOf, useFindings } from './use-findings.ts'
import * as messages from '../../messages.ts'

/** Document of a policy without statements. */
const empty = '{\n  "Version": "2012-10-17",\n  "Statement": []\n}'

type View = 'visual' | 'both' | 'json'

const views = [
  { id: 'visual', label: 'Visual' },
  { id: 'both', label: 'Side by side' },
  { id: 'json', label: 'JSON' },
] as const

/**
 * The view last used in this browser. A narrow window and a dialog have no room for both; a dialog starts with the
 * cards.
 */
const useView = (on: 'page' | 'dialog'): [View, (view: View) => void, readonly (typeof views)[number][]] => {
  const little = useMediaQuery(helpOverlay)
  const [chosenView, chooseView] = useState<View>(() =>
    on === 'dialog' ? 'visual' : (views.find(({ id }) => id === getPreference('policyView'))?.id ?? 'both'),
  )
  const offered = views.filter(({ id }) => (on === 'page' && !little) || id !== 'both')
  const set = (view: View) => {
    if (on === 'page') setPreference('policyView', view)
    chooseView(view)
  }
  return [offered.some(({ id }) => id === chosenView) ? chosenView : 'json', set, offered]
}

const tintsOf = (text: string, card: Card | undefined, findings: readonly Finding[]): LineHighlights => {
  const tints = new Map<number, 'marked' | 'warned'>()
  const tint = ([first, last]: [number, number], how: 'marked' | 'warned') => {
    for (let line = first; line <= last; line += 1) tints.set(line, how)
  }
  if (card) tint([lineAt(text, card.node.start), lineAt(text, card.node.end)], 'marked')
  for (const finding of findings) {
    const lines = linesOf(text, finding)
    if (lines) tint(lines, 'warned')
  }
  return tints
}

type BuilderProps = {
  value: string
  onChange: (text: string) => void
  error: string | undefined
  label: string
  /** Number of the statement that is expanded at first. */
  initial?: number
  /** Dialogs offer their own templates. */
  on?: 'page' | 'dialog'
}

/** Edits a policy as cards and as JSON. Both show the same text, so a change in one appears in the other. */
export const Builder = ({ value, onChange, error, label, initial = 1, on = 'page' }: BuilderProps) => {
  const [view, setView, offered] = useView(on)
  const [open, setOpen] = useState(initial - 1)
  const [choosing, setChoosing] = useState(false)
  const at = useRef(-1)
  const { data: vocabulary } = useCall(policies.vocabulary)
  const buckets = useBuckets()
  const findings = useFindings(value)
  const now = useMemo(() => cardsOf(value), [value])
  const lastValid = useRef<{ text: string; cards: Card[] }>({ text: value, cards: [] })
  const isBlank = value.trim() === ''
  if (now || isBlank) lastValid.current = { text: value, cards: now ?? [] }
  const { text, cards } = lastValid.current
  const locked = !now
  const complete = useMemo(
    () =>
      completionsIn(
        vocabulary,
        buckets.map((bucket) => bucket.value),
      ),
    [vocabulary, buckets],
  )
  const tints = useMemo(
    () => (view === 'visual' ? undefined : tintsOf(value, view === 'both' ? now?.[open] : undefined, findings)),
    [view, value, now, open, findings],
  )
  const step = (by: 1 | -1) => {
    at.current = (at.current + by + findings.length) % findings.length
    const statement = findings[at.current]?.statement
    if (statement !== undefined) setOpen(statement - 1)
  }
  const general = findings.filter(({ statement }) => view === 'json' || statement === undefined)
  return (
    <Stack gap={5} shrink>
      <Toolbar>
        <Segmented label="How the policy is shown" value={view} onChange={setView} items={offered} />
        <Button
          icon={Plus}
          disabled={locked && !isBlank && 'Correct the JSON first'}
          onPress={() => {
            setOpen(cards.length)
            onChange(addStatement(isBlank ? empty : value))
          }}
        >
          Add Statement
        </Button>
        {on === 'page' && <Button onPress={() => setChoosing(true)}>Start from a template</Button>}
        <Spacer />
        <span className={styles.count}>{counted(cards.length, { one: 'statement', many: 'statements' })}</span>
        {findings.length > 0 && (
          <span className={styles.count}>
            <span className={styles.warning}>
              <Icon of={TriangleAlert} />
            </span>
            {counted(findings.length, { one: 'finding', many: 'findings' })}
            <IconButton icon={ChevronUp} label="Previous finding" onPress={() => step(-1)} />
            <IconButton icon={ChevronDown} label="Next finding" onPress={() => step(1)} />
          </span>
        )}
      </Toolbar>
      {general.length > 0 && (
        <Stack shrink className={styles.findings}>
          {general.map((finding, index) => (
            <FindingLine
              key={index}
              of={finding}
              prefix={finding.statement === undefined ? '' : `Statement ${finding.statement}: `}
              onShow={(statement) => setOpen(statement - 1)}
            />
          ))}
        </Stack>
      )}
      <div className={styles.views[view]}>
        {view !== 'json' && (
          <Stack gap={4} shrink className={styles.cards}>
            {locked && !isBlank && <Muted as="p">{messages.jsonInvalid}</Muted>}
            {cards.map((card, index) => (
              <StatementCard
                key={index}
                at={index}
                open={index === open}
                findings={locked ? [] : findings.filter(({ statement }) => statement === index + 1)}
                onToggle={() => setOpen(index === open ? -1 : index)}
                onShow={(statement) => setOpen(statement - 1)}
                onCopy={() => {
                  setOpen(cards.length)
                  onChange(copyStatement(text, card))
                }}
                onDelete={() => onChange(removeStatement(text, index))}
                {...{ text, card, locked, vocabulary, onChange }}
              />
            ))}
            {cards.length === 0 && <Muted as="p">{messages.noStatementsYet}</Muted>}
          </Stack>
        )}
        {/* stays mounted while hidden, because its errors are displayed there */}
        <div hidden={view === 'visual' && !error}>
          <JsonEditor
            label={label}
            value={value}
            onChange={onChange}
            error={error}
            rows={16}
            highlights={tints}
            complete={complete}
            onCaret={(offset) => {
              const within = now?.findIndex(({ node }) => node.start <= offset && offset <= node.end) ?? -1
              if (within >= 0) setOpen(within)
            }}
          />
        </div>
      </div>
      {choosing && <Template onClose={() => setChoosing(false)} onChosen={onChange} />}
    </Stack>
  )
}
