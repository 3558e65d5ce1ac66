import { useId, useMemo, useState } from 'react'
import { call, showToast } from 'stowage/web'
import { Failure } from 'stowage'
import { Button, CancelButton, Dialog, ErrorBanner, Field, Link, TextArea, useTask } from 'stowage/ui'
import { type License, license } from '../contract.ts'
import * as styles from './license.css.ts'
import { pricingUrl } from './plans.ts'
import * as messages from '../messages.ts'

/** Verifies a pasted license key and stores it (spec/3 2). The vendor's service, which took an account, is gone. */
export const Activate = ({ onClose, onDone }: { onClose: () => void; onDone: (license: License) => void }) => {
  const id = useId()
  const [key, setKey] = useState('')
  const task = useTask()
  const send = async () => {
    onDone(await call(license.validate, { body: { license: key } }))
    showToast('The license is active')
  }
  const { error } = task.banner
  // why a key is invalid is more useful than the message
  const shortError = useMemo(
    () => (error?.status === 404 && error.detail ? new Failure(404, error.detail) : error),
    [error],
  )
  return (
    <Dialog
      title="Activate SUBNET License"
      onClose={onClose}
      dirty={key.trim() !== ''}
      isSaving={() => task.busy !== undefined}
      footer={
        <>
          <CancelButton busy={task.busy !== undefined} onPress={onClose} />
          <Button
            tone="primary"
            submit
            form={id}
            busy={task.busy}
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
          if (key.trim() !== '') void task.run('Activating', send)
        }}
      >
        <ErrorBanner {...task.banner} error={shortError} />
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
