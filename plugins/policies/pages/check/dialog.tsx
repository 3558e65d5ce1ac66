import { useEffect, useState } from 'react'
import { type DialogProps, onNavigate, withServer } from 'stowage/web'
import { Button, Dialog } from 'stowage/ui'
import { CheckResult } from './check-result.tsx'
import * as styles from './check.css.ts'
import { Fields } from './fields.tsx'
import { addressOf, type Draft, kindOf } from './question.ts'
import { useCheckResult } from './use-check-result.ts'

/**
 * Check Access in a dialog over another page, which provides the account or resource. The tables are only on the page.
 */
export default function CheckDialog({ about, onClose }: DialogProps) {
  const { kind = '', name = '', action = 's3:GetObject', bucket = '', key = '' } = about
  const [draft, setDraft] = useState<Draft>({ kind: kindOf(kind), name, action, bucket, key, conditions: [] })
  const result = useCheckResult(draft)
  useEffect(() => onNavigate((from) => from.path !== window.location.pathname && onClose()), [])
  return (
    <Dialog
      title={withServer('Check Access')}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button href={addressOf({ ...draft, ...(!draft.name && draft.bucket && { tab: 'users' }) })}>
            {draft.name ? 'View All Permissions' : draft.bucket ? 'View Who Has Access' : 'Open as Page'}
          </Button>
        </>
      }
    >
      <div className={styles.inDialog}>
        <Fields
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          busy={result.ready && result.result.loading}
          onCheck={result.check}
        />
        <CheckResult of={result} />
      </div>
    </Dialog>
  )
}
