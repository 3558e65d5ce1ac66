import { useState } from 'react'
import { Field, type FieldOptions, FileButton, Note, TextArea } from 'stowage/ui'
import { PEM_MOST } from '../../create/pem.ts'
import * as styles from './rows.css.ts'
import * as messages from '../../messages.ts'

/** A certificate or key, pasted or from a file. */
export const PemInput = ({
  label,
  accept,
  value,
  onChange,
}: {
  label: string
  accept: string
  value: string
  onChange: (text: string) => void
}) => {
  const [problem, setProblem] = useState<string>()
  const loadFile = async (file: File) => {
    const isNamed = accept.split(',').some((end) => file.name.toLowerCase().endsWith(end))
    const text = isNamed && file.size <= PEM_MOST ? await file.text() : ''
    const wrong = isNamed
      ? text.includes('-----BEGIN ')
        ? undefined
        : messages.pemFileRequired
      : messages.keyFileRequired(accept.replaceAll(',', ', '))
    setProblem(wrong)
    if (!wrong) onChange(text)
  }
  return (
    <>
      <TextArea look="mono" value={value} onChange={onChange} />
      {problem && <Note error={problem} />}
      <span className={styles.file}>
        <FileButton size="sm" label={label} accept={accept} onFile={(file) => void loadFile(file)}>
          Choose File
        </FileButton>
      </span>
    </>
  )
}

/** A certificate or key as a field of a step. */
export const renderPem =
  (label: string, hint: string, accept: string, isRequired: boolean): NonNullable<FieldOptions<object>['render']> =>
  ({ value, onChange, error }) => (
    <Field label={label} hint={hint} error={error} optional={!isRequired}>
      <PemInput label={label} accept={accept} value={String(value)} onChange={onChange} />
    </Field>
  )
