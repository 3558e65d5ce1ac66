import { useState } from 'react'
import { showDialog, Button, Dialog } from 'stowage/ui'
import { parts } from '../../details/pages/details.css.ts'
import { PemFile } from './pem-file.tsx'

/** A certificate with its key, or one to trust. */
export type Added = { crt: string; key?: string }

const Add = ({
  title,
  withKey,
  resolve,
}: {
  title: string
  withKey: boolean
  resolve: (added: Added | undefined) => void
}) => {
  const [crt, setCrt] = useState('')
  const [key, setKey] = useState('')
  const missing = (!crt && 'Choose the certificate first') || (withKey && !key && 'Choose the key first')
  return (
    <Dialog
      title={title}
      onClose={() => resolve(undefined)}
      dirty={crt !== '' || key !== ''}
      footer={
        <>
          <Button onPress={() => resolve(undefined)}>Cancel</Button>
          <Button
            tone="primary"
            where="browser"
            disabled={missing}
            onPress={() => resolve(withKey ? { crt, key } : { crt })}
          >
            Add
          </Button>
        </>
      }
    >
      <div className={parts}>
        <PemFile label="Cert" of="CERTIFICATE" value={crt} onChange={setCrt} />
        {withKey && <PemFile label="Key" of="PRIVATE KEY" value={key} onChange={setKey} />}
      </div>
    </Dialog>
  )
}

/** Opens a dialog for a certificate's files; `undefined` if canceled. */
export const askForCertificate = (title: string, withKey: boolean) =>
  showDialog<Added | undefined>((resolve) => <Add title={title} withKey={withKey} resolve={resolve} />)
