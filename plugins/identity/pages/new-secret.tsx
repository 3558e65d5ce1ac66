import RefreshCw from 'lucide-react/icons/refresh-cw'
import { CopyButton, type Draft, Field, IconButton, SecretInput } from 'stowage/ui'
import * as messages from '../messages.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Length of a generated secret: about 143 bits, and the length that storage servers accept for service accounts. */
const LENGTH = 24

/** Generates a random secret of letters and digits. */
export const newSecret = (): string => {
  // rejects the remaining byte values, which would make the first letters more likely
  const fair = 256 - (256 % letters.length)
  const characters: string[] = []
  while (characters.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < fair && characters.length < LENGTH) characters.push(letters.charAt(byte % letters.length))
    }
  }
  return characters.join('')
}

type NewSecretProps = { value: Draft; onChange: (value: Draft) => void; error: string | undefined }

/** Field for a new secret key: generated, can be regenerated or replaced. */
export const NewSecret = ({ value, onChange, error }: NewSecretProps) => {
  const text = String(value)
  return (
    <Field label="Secret Key" hint={messages.secretKeyGenerated} error={error}>
      <SecretInput
        value={text}
        onChange={onChange}
        actions={
          <>
            <CopyButton text={text} label="Copy secret" />
            <IconButton icon={RefreshCw} label="Regenerate" onPress={() => onChange(newSecret())} />
          </>
        }
      />
    </Field>
  )
}
