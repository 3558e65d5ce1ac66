import { useState } from 'react'
import Trash2 from 'lucide-react/icons/trash'
import { includesIgnoringCase } from '../core/protocol/fold-case.ts'
import { IconButton } from './button.tsx'
import * as choice from './choice.css.ts'
import { FieldContext, TextInput, useField } from './field.tsx'
import * as styles from './list-input.css.ts'

type ListInputProps = {
  /** The entries, without empty ones. */
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
  /** Accessible name of each input: what one entry is. */
  label: string
  placeholder?: string | undefined
  state?: 'open' | 'locked' | 'disabled' | undefined
  /** Hides entries that do not contain this text, ignoring case. */
  filter?: string
}

const nonEmpty = (rows: readonly string[]) => rows.filter((row) => row !== '')

/** One entry per input; a new input appears once the last one is filled. */
export const ListInput = ({ value, onChange, onBlur, label, placeholder, state, filter = '' }: ListInputProps) => {
  const fieldAttributes = useField()
  // an emptied row stays until it loses focus, so that nothing moves under the cursor
  const [typed, setTyped] = useState(value)
  const draft = nonEmpty(typed).join('\n') === nonEmpty(value).join('\n') ? typed : value
  const hasRows = draft.at(-1) === '' || (state === 'disabled' && draft.length > 0)
  const rows = hasRows ? draft : [...draft, '']
  const update = (next: readonly string[]) => {
    setTyped(next.slice(0, next.findLastIndex((row) => row !== '') + 1))
    onChange(nonEmpty(next))
  }
  const change = (index: number, text: string) => update(rows.map((row, at) => (at === index ? text : row)))
  const onInputBlur = () => {
    setTyped(nonEmpty(typed))
    onBlur?.()
  }
  return (
    <div className={choice.group.column}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row} hidden={row !== '' && !includesIgnoringCase(row, filter)}>
          <FieldContext value={index === 0 ? fieldAttributes : {}}>
            <TextInput
              value={row}
              label={`${label} ${index + 1}`}
              placeholder={placeholder}
              state={state}
              onChange={(text) => change(index, text)}
              onBlur={onInputBlur}
            />
          </FieldContext>
          {index < rows.length - 1 && state !== 'disabled' && (
            <IconButton
              icon={Trash2}
              label={`Remove ${label} ${index + 1}`}
              onPress={() => update(rows.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
    </div>
  )
}
