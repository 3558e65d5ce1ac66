import Copy from 'lucide-react/icons/copy'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { useEffect, useState } from 'react'
import { shown } from '../../../../core/format.ts'
import { useQuery } from '../../../../core/location.ts'
import { allows } from '../../../../core/session.ts'
import { Button } from '../../../../core/ui/button.tsx'
import { useCopied } from '../../../../core/ui/copy.tsx'
import { Empty, LoadError } from '../../../../core/ui/empty.tsx'
import { Page } from '../../../../core/ui/page.tsx'
import { Skeleton } from '../../../../core/ui/skeleton.tsx'
import { Tabs } from '../../../../core/ui/tabs.tsx'
import { useCall } from '../../../../core/use-call.ts'
import { policies } from '../../contract.ts'
import * as styles from './check.css.ts'
import { Fields } from './fields.tsx'
import { asked, type Draft, missingIn, useQuestion } from './question.ts'
import { EverythingTable, ReachingTable } from './tables.tsx'
import { Verdict } from './verdict.tsx'

/** How long after the last change an answer is asked for by itself, in ms. */
const PAUSE = 300

/** The draft as it was a moment ago, once nothing more changes. */
const useSettled = (draft: Draft): Draft => {
  const text = JSON.stringify(draft)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as Draft
}

/** Whether an account may do something, by which statement, what else it may do, and who else may. */
export default function CheckAccess() {
  const [draft, change] = useQuestion()
  const settled = useSettled(draft)
  // a link asks at once; whoever fills in the fields says when, the first time
  const [live, setLive] = useState(!missingIn(draft))
  const [wanted, setTab] = useQuery('tab', 'everything')
  const ready = live && !missingIn(settled)
  const answer = useCall(policies.check, { body: asked(settled) }, { when: ready })
  const [copied, copy] = useCopied()
  const tab = wanted === 'reaching' ? 'reaching' : 'everything'
  const { name, bucket, key } = settled
  return (
    <Page
      title="Check Access"
      crumbs={allows('/policies') ? [{ label: 'Policies', href: '/policies' }] : []}
      actions={
        <Button icon={Copy} onPress={() => copy(window.location.href)}>
          {copied ? 'Copied' : 'Copy Link'}
        </Button>
      }
    >
      <div className={styles.content}>
        <Fields draft={draft} onChange={change} busy={ready && answer.loading} onCheck={() => setLive(!missingIn(draft))} />
        {!ready ? (
          <Empty icon={ShieldQuestion} title="Can somebody do something?" text="Say who, what and where. The answer names the statement that decides, its policy, and by which group it came." />
        ) : answer.error && !answer.data ? (
          <LoadError what="the answer" error={answer.error} onRetry={() => void answer.reload()} />
        ) : answer.data ? (
          <Verdict answer={answer.data} draft={settled} />
        ) : (
          <Skeleton rows={4} columns={2} />
        )}
        {(live || name || bucket) && (
          <Tabs
            label="What else there is to know"
            value={tab}
            onChange={setTab}
            items={[
              { id: 'everything', label: `Everything ${name ? shown(name) : 'the account'} can do`, disabled: !name },
              { id: 'reaching', label: `Who can reach ${bucket ? shown(key ? `${bucket}/${key}` : bucket) : 'the bucket'}`, disabled: !bucket },
            ]}
          >
            {tab === 'everything' ? name && <EverythingTable draft={settled} /> : bucket && <ReachingTable draft={settled} />}
          </Tabs>
        )}
      </div>
    </Page>
  )
}
