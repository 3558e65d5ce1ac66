import { useState } from 'react'
import Trash2 from 'lucide-react/icons/trash'
import { holds } from '../fold.ts'
import { IconButton } from './button.tsx'
import * as choice from './choice.css.ts'
import { FieldContext, TextInput, useField } from './field.tsx'
import * as styles from './list-input.css.ts'

type ListInputProps = {
  /** The entries; empty ones are not part of it. */
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
  /** What one entry is, for each input's accessible name. */
  label: string
  placeholder?: string | undefined
  state?: 'open' | 'locked' | 'disabled' | undefined
  /** Entries that do not hold this text, whatever its case, are not shown meanwhile. */
  filter?: string
}

const filled = (rows: readonly string[]) => rows.filter((row) => row !== '')

/** One entry per input; a new one appears below as soon as the last holds something. */
export const ListInput = ({ value, onChange, onBlur, label, placeholder, state, filter = '' }: ListInputProps) => {
  const linked = useField()
  // a row that is being emptied stays where it is until it is left, so that nothing moves under the cursor
  const [typed, setTyped] = useState(value)
  const kept = filled(typed).join('\n') === filled(value).join('\n') ? typed : value
  const rows = kept.at(-1) === '' ? kept : [...kept, '']
  const show = (next: readonly string[]) => {
    setTyped(next.slice(0, next.findLastIndex((row) => row !== '') + 1))
    onChange(filled(next))
  }
  const change = (index: number, text: string) => show(rows.map((row, at) => (at === index ? text : row)))
  const leave = () => {
    setTyped(filled(typed))
    onBlur?.()
  }
  return (
    <div className={choice.group.column}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row} hidden={row !== '' && !holds(row, filter)}>
          <FieldContext value={index === 0 ? linked : {}}>
            <TextInput
              value={row}
              label={`${label} ${index + 1}`}
              placeholder={placeholder}
              state={state}
              onChange={(text) => change(index, text)}
              onBlur={leave}
            />
          </FieldContext>
          {index < rows.length - 1 && state !== 'disabled' && (
            <IconButton
              icon={Trash2}
              label={`Remove ${label} ${index + 1}`}
              onPress={() => show(rows.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
    </div>
  )
}
