import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import { Button, ChoiceGroup, Field, IconButton, SecretInput, Select, TextInput, Stack, Row } from 'stowage/ui'
import { PemInput } from './pem-input.tsx'
import { rowOf, textsOf } from '../../create/row-texts.ts'
import * as styles from './rows.css.ts'

/** One text of each row. */
export type Part = {
  label: string
  kind: 'text' | 'secret' | 'pem'
  hint?: string
  /** Accepted file extensions: `.key,.pem`. */
  accept?: string
  /** Returns the error of a text. */
  check?: (text: string) => string | undefined
  /** Options by the row's texts; without it any text can be typed. */
  options?: (texts: readonly string[]) => readonly string[]
}

type RowsProps = {
  label: string
  hint?: string | undefined
  /** While set, each invalid text displays its own error, or the list displays this one if all are valid. */
  error: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Called when the focus leaves the whole list. */
  onBlur: () => void
  parts: readonly Part[]
  /** Label of the button below: "Add User". */
  add: string
  maxRows: number
  /** Additional buttons next to a row's Remove. */
  rowButtons?: (change: (texts: readonly string[]) => void, number: number) => ReactNode
  /** Called after a text of a row was changed; returns the texts the row should have. */
  settle?: (texts: readonly string[], at: number) => readonly string[]
}

const Input = ({
  part,
  label,
  texts,
  value,
  onChange,
}: {
  part: Part
  label: string
  texts: readonly string[]
  value: string
  onChange: (text: string) => void
}) => {
  const options = part.options?.(texts)
  if (options)
    return (
      <Select
        value={value}
        onChange={onChange}
        options={[...new Set([...options, ...(value ? [value] : [])])].map((one) => ({ value: one, label: one }))}
      />
    )
  if (part.kind === 'pem')
    return <PemInput label={label} accept={part.accept ?? ''} value={value} onChange={onChange} />
  return part.kind === 'secret' ? (
    <SecretInput value={value} onChange={onChange} />
  ) : (
    <TextInput value={value} onChange={onChange} />
  )
}

/** List of rows with one or more texts each; one row always remains. */
export const Rows = ({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  parts,
  add,
  maxRows,
  rowButtons,
  settle = (texts) => texts,
}: RowsProps) => {
  const empty = rowOf(...parts.map(() => ''))
  const rows = value.length > 0 ? value : [empty]
  const put = (index: number, texts: readonly string[]) =>
    onChange(rows.map((row, at) => (at === index ? rowOf(...texts) : row)))
  const wrong = (row: string) => textsOf(row).map((text, at) => (error ? parts[at]?.check?.(text) : undefined))
  const hasRowErrors = rows.some((row) => wrong(row).some(Boolean))
  return (
    <ChoiceGroup label={label} hint={hint} error={hasRowErrors ? undefined : error}>
      <Stack gap={4} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}>
        {rows.map((row, index) => {
          const texts = textsOf(row)
          return (
            <Row gap={3} align="start" key={index} className={styles.row}>
              {parts.map((part, at) => {
                const named = rows.length > 1 ? `${part.label} ${index + 1}` : part.label
                return (
                  <div key={part.label} className={styles.text}>
                    <Field label={named} hint={part.hint} error={wrong(row)[at]}>
                      <Input
                        part={part}
                        label={named}
                        texts={texts}
                        value={texts[at] ?? ''}
                        onChange={(text) =>
                          put(
                            index,
                            settle(
                              texts.map((before, position) => (position === at ? text : before)),
                              at,
                            ),
                          )
                        }
                      />
                    </Field>
                  </div>
                )
              })}
              {(rowButtons || rows.length > 1) && (
                <Row gap={2} align="stretch" className={styles.buttons}>
                  {rowButtons?.((next) => put(index, next), index + 1)}
                  {rows.length > 1 && (
                    <IconButton
                      icon={Trash2}
                      label={`Remove ${parts[0]?.label} ${index + 1}`}
                      onPress={() => onChange(rows.filter((_, at) => at !== index))}
                    />
                  )}
                </Row>
              )}
            </Row>
          )
        })}
        <span>
          <Button
            icon={Plus}
            disabled={rows.length >= maxRows && `At most ${maxRows}`}
            onPress={() => onChange([...rows, empty])}
          >
            {add}
          </Button>
        </span>
      </Stack>
    </ChoiceGroup>
  )
}
