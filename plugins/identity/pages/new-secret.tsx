import RefreshCw from 'lucide-react/icons/refresh-cw'
import { CopyButton, type Draft, Field, IconButton, SecretInput } from 'stowage/ui'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Letters of a made secret: about 143 bits, and as many as storage servers take of a service account's. */
const LENGTH = 24

/** A secret that nobody can guess, of letters that every program takes. */
export const newSecret = (): string => {
  // bytes beyond the last whole round of letters would make the first ones likelier
  const fair = 256 - (256 % letters.length)
  const made: string[] = []
  while (made.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < fair && made.length < LENGTH) made.push(letters.charAt(byte % letters.length))
    }
  }
  return made.join('')
}

type NewSecretProps = { value: Draft; onChange: (value: Draft) => void; error: string | undefined }

/** The secret key of something new: a made one to take as it is, to make again, or to write one's own over. */
export const NewSecret = ({ value, onChange, error }: NewSecretProps) => {
  const text = String(value)
  return (
    <Field label="Secret Key" hint="Made for you. At least 8 characters." error={error}>
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
