import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { displayName } from '../core/protocol/format.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { fileTooLarge } from './messages.ts'

type FileButtonProps = {
  /** Kind of file: "Cert". */
  label: string
  /** Extensions or media types, as in `<input accept>`: `.key,.pem`. */
  accept: string
  onFile: (file: File) => void
  size?: 'sm' | 'md'
  /** What the file is for: completes the button's accessible name next to buttons with the same label. */
  of?: string
  /** Label of the button. */
  children: string
}

/** Opens the browser's file picker. */
export const FileButton = ({ label, accept, onFile, size = 'md', of, children }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={`${label} file`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = '' // so that the same file can be chosen again
        }}
      />
      <Button size={size} icon={FileUp} of={of} onPress={() => input.current?.click()}>
        {children}
      </Button>
    </span>
  )
}

type FileFieldProps = Pick<FileButtonProps, 'label' | 'accept'> & {
  /** Maximum size, in KiB. */
  maxKiB: number
  /** Why a text is invalid; `undefined` if it is valid. */
  validate: (text: string) => string | undefined
  value: string
  /** Receives the text, or `undefined` if it is invalid. */
  onChange: (text: string) => void
  hint?: string | undefined
  error?: string | undefined
}

/** A secret read from a text file; its content is never shown. */
export const FileField = ({ label, accept, maxKiB, validate, value, onChange, hint, error }: FileFieldProps) => {
  const [selectedFile, setSelectedFile] = useState<{ name: string; problem?: string | undefined }>()
  const readFile = async (file: File) => {
    const isLarge = file.size > maxKiB * 1024
    const text = isLarge ? '' : await file.text()
    const problem = isLarge ? fileTooLarge(maxKiB) : validate(text)
    setSelectedFile({ name: file.name, problem })
    onChange(problem ? '' : text)
  }
  return (
    <Field
      label={label}
      hint={selectedFile && value ? displayName(selectedFile.name) : hint}
      error={selectedFile?.problem ?? error}
    >
      <FileButton label={label} accept={accept} of={label} onFile={(file) => void readFile(file)}>
        {value ? 'Choose Another File' : 'Choose File'}
      </FileButton>
    </Field>
  )
}
