import { useId, useState } from 'react'
import { call, showToast } from 'stowage/web'
import { Failure } from 'stowage'
import { Button, Dialog, ErrorBanner, Field, Link, TextArea } from 'stowage/ui'
import { type License, license } from '../contract.ts'
import * as styles from './license.css.ts'
import { pricingUrl } from './plans.ts'
import * as messages from '../messages.ts'

/** Verifies a pasted license key and stores it (spec/3 2). The vendor's service, which took an account, is gone. */
export const Activate = ({ onClose, onDone }: { onClose: () => void; onDone: (license: License) => void }) => {
  const id = useId()
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure>()
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      onDone(await call(license.validate, { body: { license: key } }))
      showToast('The license is active')
    } catch (reason) {
      if (!(reason instanceof Failure)) throw reason
      // the detail, why a key is invalid, is more useful than the message
      setError(reason.status === 404 && reason.detail ? new Failure(404, reason.detail) : reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Activate SUBNET License"
      onClose={onClose}
      dirty={key.trim() !== ''}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone="primary"
            submit
            form={id}
            busy={busy ? 'Activating' : undefined}
            disabled={key.trim() === '' && 'Paste a license key first'}
          >
            Activate
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() !== '') void send()
        }}
      >
        <ErrorBanner error={error} onClose={() => setError(undefined)} />
        <Field label="License Key" hint={messages.keyVerifiedLocally}>
          <TextArea value={key} onChange={setKey} rows={6} />
        </Field>
        <p className={styles.or}>
          No subscription yet? <Link href={pricingUrl(true)}>Sign Up</Link>
        </p>
      </form>
    </Dialog>
  )
}
