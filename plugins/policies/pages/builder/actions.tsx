import { useMemo, useState } from 'react'
import { Combo, type ComboOption, Row } from 'stowage/ui'
import type { Vocabulary } from '../../access.ts'
import { groupLabels, short } from '../action-groups.ts'
import * as styles from './builder.css.ts'
import { Chip, ChipRow } from './chips.tsx'

type Described = Vocabulary['actions']

const toPattern = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  )

/** Group that lists an action; a wildcard is listed in the first group it matches. */
const groupOf = (action: string, described: Described) => {
  const pattern = toPattern(action)
  return described.find(({ name }) => name === action || pattern.test(name))?.group
}

/**
 * Offers a wildcard for all actions that contain the typed text, if there are several. Text with a star is a wildcard
 * already.
 */
const wildcardFor = (typed: string, described: Described): ComboOption[] => {
  if (typed.length < 2) return []
  const at = described.find(
    ({ name }) => name.startsWith('s3:') && name.toLowerCase().includes(typed.toLowerCase()),
  )?.name
  const start = at?.toLowerCase().indexOf(typed.toLowerCase()) ?? -1
  const pattern = typed.includes('*')
    ? typed.includes(':')
      ? typed
      : `s3:${typed}`
    : at && start > 2
      ? `s3:*${at.slice(start, start + typed.length)}*`
      : undefined
  const all = pattern ? described.filter(({ name }) => toPattern(pattern).test(name)) : []
  return pattern && all.length > 1
    ? [{ value: pattern, hint: `All ${all.length}, and future ones`, group: 'Together' }]
    : []
}

type ActionsProps = {
  actions: readonly string[]
  label: string
  described: Described
  locked: boolean
  onAdd: (action: string) => void
  onRemove: (action: string) => void
}

/** Actions of a statement by group, with a picker for more that describes each. */
export const Actions = ({ actions, label, described, locked, onAdd, onRemove }: ActionsProps) => {
  const [typed, setTyped] = useState('')
  const chosen = useMemo(() => new Set(actions), [actions])
  const options = useMemo(
    () =>
      described.map(
        ({ name, group, description }): ComboOption => ({
          value: name,
          label: short(name),
          hint: description,
          group: groupLabels[group],
        }),
      ),
    [described],
  )
  const groups = [...Object.entries(groupLabels), ['other', 'Other'] as const]
    .map(([group, label]) => ({
      label,
      inIt: actions.filter((action) => (groupOf(action, described) ?? 'other') === group),
    }))
    .filter(({ inIt }) => inIt.length > 0)
  return (
    <ChipRow label={label}>
      {groups.map(({ label, inIt }) => (
        <Row gap={3} align="baseline" key={label}>
          <span className={styles.groupName}>{label}</span>
          <Row as="span" gap={2} wrap shrink>
            {inIt.map((action) => (
              <Chip
                key={action}
                text={short(action)}
                about={described.find(({ name }) => name === action)?.description}
                locked={locked}
                onRemove={() => onRemove(action)}
              />
            ))}
          </Row>
        </Row>
      ))}
      {!locked && (
        <Combo
          label={`Search ${described.length} actions`}
          placeholder={`Search ${described.length} actions`}
          value={typed}
          onChange={setTyped}
          options={[...options, ...wildcardFor(typed, described)]}
          chosen={chosen}
          onPick={(action) => (chosen.has(action) ? onRemove(action) : onAdd(action))}
        />
      )}
    </ChipRow>
  )
}
