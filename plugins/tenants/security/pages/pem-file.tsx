import { FileField } from 'stowage/ui'
import * as messages from '../../messages.ts'

type PemFileProps = { label: string; of: 'CERTIFICATE' | 'PRIVATE KEY'; value: string; onChange: (pem: string) => void }

/** File input for PEM. Only the first part of a file is checked; a chain with all intermediates is about 10 kB. */
export const PemFile = ({ of, ...field }: PemFileProps) => (
  <FileField
    {...field}
    accept={of === 'CERTIFICATE' ? '.cer,.crt,.cert,.pem' : '.key,.pem'}
    maxKiB={128}
    validate={(text) => (text.includes(`${of}-----`) ? undefined : messages.fileWithoutPem(of.toLowerCase()))}
  />
)
