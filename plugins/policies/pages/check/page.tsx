import Copy from 'lucide-react/icons/copy'
import { displayName } from 'stowage'
import { canOpenPage, useQuery, withServer } from 'stowage/web'
import { Button, Page, Tabs, useCopied, Stack } from 'stowage/ui'
import { CheckResult } from './check-result.tsx'
import * as styles from './check.css.ts'
import { Fields } from './fields.tsx'
import { useQuestion } from './question.ts'
import { EverythingTable, UsersWithAccess } from './tables.tsx'
import { useCheckResult } from './use-check-result.ts'

/**
 * Check Access: whether an account may do something and by which statement, what else it may do, and who else may do
 * it.
 */
export default function CheckAccess() {
  const [draft, change] = useQuestion()
  // a link runs the check immediately; after manual input, the first check needs a click
  const result = useCheckResult(draft)
  const { settled, live, ready } = result
  const [requested, setTab] = useQuery('tab', 'everything')
  const [copied, copy] = useCopied()
  const tab = requested === 'users' ? 'users' : 'everything'
  const { name, bucket, key } = settled
  return (
    <Page
      title={withServer('Check Access')}
      crumbs={canOpenPage('/policies') ? [{ label: 'Policies', href: '/policies' }] : []}
      actions={
        <Button icon={Copy} onPress={() => void copy(window.location.href)}>
          {copied ? 'Copied' : 'Copy Link'}
        </Button>
      }
    >
      <Stack gap={5} className={styles.content}>
        <Fields draft={draft} onChange={change} busy={ready && result.result.loading} onCheck={result.check} />
        <CheckResult of={result} />
        {(live || name || bucket) && (
          <Tabs
            label="Related permissions"
            value={tab}
            onChange={setTab}
            items={[
              {
                id: 'everything',
                label: `Everything ${name ? displayName(name) : 'the account'} can do`,
                disabled: !name,
              },
              {
                id: 'users',
                label: `Who can access ${bucket ? displayName(key ? `${bucket}/${key}` : bucket) : 'the bucket'}`,
                disabled: !bucket,
              },
            ]}
          >
            {tab === 'everything'
              ? name && <EverythingTable draft={settled} />
              : bucket && <UsersWithAccess draft={settled} />}
          </Tabs>
        )}
      </Stack>
    </Page>
  )
}
