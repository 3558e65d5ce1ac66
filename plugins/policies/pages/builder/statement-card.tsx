import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Copy from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { displayName } from 'stowage'
import { Badge, Button, Count, Icon, Menu, Segmented, Status, Row } from 'stowage/ui'
import type { Finding, Vocabulary } from '../../access.ts'
import { short } from '../action-groups.ts'
import { Actions } from './actions.tsx'
import { AddCondition, AddResource } from './add-parts.tsx'
import * as styles from './builder.css.ts'
import { Chip, ChipRow } from './chips.tsx'
import { addCondition, addTexts, type Card, removeCondition, removeText, setMember } from './edit.ts'
import { FindingLine } from './finding-line.tsx'

const resourceName = (resource: string) => resource.replace(/^arn:aws:s3:::(?=.)/, '')

const summaryOf = ({ actions, actionKey, resources, resourceKey }: Card) => {
  const [first, ...more] = actions
  const actionText =
    first === undefined
      ? 'nothing'
      : `${actionKey === 'NotAction' ? 'all but ' : ''}${short(first)}${more.length > 0 ? ` and ${more.length} more` : ''}`
  const [resource, ...others] = resources.map(resourceName)
  if (resource === undefined) return actionText
  return `${actionText} ${resourceKey === 'NotResource' ? 'not on' : 'on'} ${resource}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

type StatementCardProps = {
  text: string
  at: number
  card: Card
  open: boolean
  /** The JSON is currently invalid: the card shows the last valid state. */
  locked: boolean
  findings: readonly Finding[]
  vocabulary: Vocabulary | undefined
  onToggle: () => void
  onShow: (statement: number) => void
  onChange: (text: string) => void
  onCopy: () => void
  onDelete: () => void
}

/** Card of one statement: its effect, actions, resources and conditions. */
export const StatementCard = (props: StatementCardProps) => {
  const { text, at, card, open, locked, findings, vocabulary, onToggle, onShow, onChange, onCopy, onDelete } = props
  const [adding, setAdding] = useState<'resource' | 'condition'>()
  const { node, effect, sid, actions, actionKey, resources, resourceKey, conditions, rest } = card
  const described = vocabulary?.actions ?? []
  const addButton = (part: 'resource' | 'condition', label: string) => (
    <Button
      size="sm"
      tone="quiet"
      icon={Plus}
      disabled={locked && 'Correct the JSON first'}
      onPress={() => setAdding(part)}
    >
      {label}
    </Button>
  )
  return (
    <section className={styles.card[open ? 'open' : 'closed']} aria-label={`Statement ${at + 1}`}>
      <Row gap={3} wrap className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
          <Icon of={open ? ChevronDown : ChevronRight} />
          <Count of={at + 1} />
          <span className={styles.title}>{sid ? displayName(sid) : `Statement ${at + 1}`}</span>
          {!open && effect && <Status tone={effect === 'Allow' ? 'ok' : 'danger'}>{effect}</Status>}
          {!open && <span className={styles.brief}>{displayName(summaryOf(card))}</span>}
        </button>
        {open && effect && (
          <Segmented
            label="Effect"
            value={effect}
            onChange={(next) => !locked && onChange(setMember(text, node, 'Effect', JSON.stringify(next)))}
            items={[
              { id: 'Allow', label: 'Allow' },
              { id: 'Deny', label: 'Deny' },
            ]}
          />
        )}
        <Menu
          label={`More about statement ${at + 1}`}
          items={[
            { label: 'Duplicate', icon: Copy, disabled: locked && 'Correct the JSON first', onSelect: onCopy },
            'line',
            {
              label: 'Delete Statement',
              icon: Trash2,
              disabled: locked && 'Correct the JSON first',
              onSelect: onDelete,
            },
          ]}
        />
      </Row>
      {findings.map((finding, index) => (
        <FindingLine key={index} of={finding} onShow={onShow} />
      ))}
      {open && (
        <>
          <Actions
            label={actionKey === 'Action' ? 'Actions' : 'All actions except'}
            actions={actions}
            described={described}
            locked={locked}
            onAdd={(action) => onChange(addTexts(text, node, actionKey, [action]))}
            onRemove={(action) => onChange(removeText(text, node, actionKey, action))}
          />
          <ChipRow label={resourceKey === 'Resource' ? 'Resources' : 'All resources except'}>
            <Row as="span" gap={2} wrap shrink>
              {resources.map((resource) => (
                <Chip
                  key={resource}
                  look="mono"
                  text={resourceName(resource)}
                  locked={locked}
                  onRemove={() => onChange(removeText(text, node, resourceKey, resource))}
                />
              ))}
              {addButton('resource', 'Bucket or prefix')}
            </Row>
          </ChipRow>
          <ChipRow label="Conditions">
            <Row as="span" gap={2} wrap shrink>
              {conditions.map(({ operator, key, values }) => (
                <Chip
                  key={`${operator} ${key}`}
                  text={`${key} ${operator} ${values.join(', ')}`}
                  locked={locked}
                  onRemove={() => onChange(removeCondition(text, node, operator, key))}
                />
              ))}
              {addButton('condition', 'Condition')}
            </Row>
          </ChipRow>
          {rest.length > 0 && (
            <ChipRow label="As written">
              {rest.map((part) => (
                <code key={part} className={styles.rest}>
                  {displayName(part)}
                </code>
              ))}
              <span>
                <Badge tone="outline">Unsupported parts, unchanged</Badge>
              </span>
            </ChipRow>
          )}
        </>
      )}
      {adding === 'resource' && (
        <AddResource
          onClose={() => setAdding(undefined)}
          onAdd={(all) => onChange(addTexts(text, node, resourceKey, all))}
        />
      )}
      {adding === 'condition' && (
        <AddCondition
          onClose={() => setAdding(undefined)}
          onAdd={(condition) => onChange(addCondition(text, node, condition))}
        />
      )}
    </section>
  )
}
