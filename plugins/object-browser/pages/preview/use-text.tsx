import { type ReactNode, useMemo, useState } from 'react'
import { Select } from 'stowage/ui'
import { encodingOf } from '../../sniff.ts'
import * as styles from './preview.css.ts'
import { joined } from './use-content.ts'
import * as messages from '../../messages.ts'

/** Encodings offered for a text without a byte order mark; all are labels of the Encoding Standard. */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  'euc-kr': 'Korean (EUC-KR)',
}

type Text = {
  text: string
  /** Names the encoding if it is a guess, else empty. */
  note: string
  /** Lets the user change a guessed encoding. */
  picker: ReactNode
}

/** Decodes bytes as text; the last character of a content that is not `complete` may be missing. */
export const useText = (pieces: readonly Uint8Array[], complete: boolean): Text => {
  const [chosen, setChosen] = useState<string>()
  const bytes = useMemo(() => joined(pieces), [pieces])
  const guess = useMemo(() => encodingOf(bytes), [bytes])
  const encoding = chosen ?? guess ?? 'utf-8'
  const text = useMemo(
    () => new TextDecoder(encoding).decode(bytes, { stream: !complete }),
    [bytes, encoding, complete],
  )
  if (guess !== 'windows-1252') return { text, note: '', picker: undefined }
  return {
    text,
    note: messages.notUtfDecoded(encodings[encoding]),
    picker: (
      <span className={styles.split}>
        <Select
          label="Read as"
          value={encoding}
          options={Object.entries(encodings).map(([value, label]) => ({ value, label }))}
          onChange={setChosen}
        />
      </span>
    ),
  }
}
