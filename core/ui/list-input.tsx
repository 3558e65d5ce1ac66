import Trash2 from 'lucide-react/icons/trash'
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
}

/** One entry per input; a new one appears below as soon as the last holds something. */
export const ListInput = ({ value, onChange, onBlur, label, placeholder, state }: ListInputProps) => {
  const linked = useField()
  const rows = [...value, '']
  const change = (index: number, text: string) => {
    const next = rows.map((row, at) => (at === index ? text : row))
    while (next.at(-1) === '') next.pop()
    onChange(next)
  }
  return (
    <div className={choice.group.column}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row}>
          <FieldContext value={index === 0 ? linked : {}}>
            <TextInput
              value={row}
              label={`${label} ${index + 1}`}
              placeholder={placeholder}
              state={state}
              onChange={(text) => change(index, text)}
              onBlur={onBlur}
            />
          </FieldContext>
          {index < value.length && state !== 'disabled' && (
            <IconButton
              icon={Trash2}
              label={`Remove ${label} ${index + 1}`}
              onPress={() => onChange(value.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
    </div>
  )
}
