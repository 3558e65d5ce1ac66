import Download from 'lucide-react/icons/download'
import FileUp from 'lucide-react/icons/file-up'
import { useMemo, useRef, useState } from 'react'
import { address } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import { shown } from '../../../../core/format.ts'
import { useSession } from '../../../../core/session.ts'
import { Banner, ErrorBanner } from '../../../../core/ui/banner.tsx'
import { Button } from '../../../../core/ui/button.tsx'
import { confirm } from '../../../../core/ui/confirm.tsx'
import { Page } from '../../../../core/ui/page.tsx'
import { content, foot, intro, note } from '../../../../core/ui/page-form.css.ts'
import { Progress } from '../../../../core/ui/progress.tsx'
import { Badge } from '../../../../core/ui/status.tsx'
import { type Column, Table } from '../../../../core/ui/table.tsx'
import { csv, saveText } from '../../../../core/ui/table-file.ts'
import { counted } from '../../../../core/ui/words.ts'
import { useLack } from '../../../../core/use-lack.ts'
import { useRefusals } from '../../../../core/use-may.ts'
import { identity } from '../../contract.ts'
import * as styles from './transfer.css.ts'
import { fileOf, type Held, MOST_BYTES, readFile } from './file.ts'
import { allHere, make } from './others.ts'
import { type Change, missingIn, type Plan, planOf } from './plan.ts'

type Row = Change & { outcome?: string }

const columns: Column<Row>[] = [
  { id: 'kind', title: 'Kind', width: '96px', narrow: 'second', value: ({ kind }) => kind },
  { id: 'name', title: 'Name', look: 'name', narrow: 'main', value: ({ name }) => name, after: ({ how }) => <Badge tone="outline">{how === 'new' ? 'New' : 'Changed'}</Badge> },
  { id: 'says', title: 'What changes', width: 'minmax(0, 2fr)', narrow: 'second', value: ({ says }) => says.join('; ') || 'is added' },
  { id: 'outcome', title: 'Outcome', narrow: 'second', value: ({ outcome }) => outcome },
]

const keyOf = ({ kind, name }: Row) => `${kind} ${name}`

/** A plan that is being carried out: what came of each change, and the passwords that were made. */
type Run = { done: number; outcomes: ReadonlyMap<string, string>; secrets: { accessKey: string; secretKey: string }[]; over: boolean }

const started: Run = { done: 0, outcomes: new Map(), secrets: [], over: false }

/** The storage server's own archive, after saying what is in it. */
const saveArchive = async () => {
  const agreed = await confirm({
    title: 'Export with Secrets',
    body: "The storage server writes an archive of its own, with the secret keys of all users and service accounts. Whoever has the file is everyone. Only the server's own import reads it (mc admin cluster iam import).",
    verb: 'Export',
  })
  if (agreed) Object.assign(document.createElement('a'), { href: address(identity.archive), download: 'iam.zip' }).click()
}

const asFailure = (error: unknown) => {
  if (error instanceof Failure) return error
  throw error
}

/** Users, groups, policies and who has which, as one file: written, and read with a list of what it would change. */
export default function Transfer() {
  const { plugins } = useSession()
  const lack = useLack('iam-archive')
  const refusal = useRefusals({ archive: { action: 'admin:ExportIAM' } })
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<'export' | 'read'>()
  const [failure, setFailure] = useState<Failure>()
  const [left, setLeft] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<{ name: string; plan: Plan; missing: string[] }>()
  const [run, setRun] = useState<Run>()
  const rows = useMemo(
    () => chosen?.plan.changes.map((change): Row => {
      const outcome = run?.outcomes.get(keyOf(change))
      return { ...change, ...(outcome !== undefined && { outcome }) }
    }),
    [chosen, run],
  )

  const work = async (what: 'export' | 'read', act: (here: Held & { left: string[] }) => void) => {
    setBusy(what)
    setFailure(undefined)
    try {
      const here = await allHere()
      setLeft(here.left)
      act(here)
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setBusy(undefined)
    }
  }
  const save = () => work('export', (here) => saveText('accounts.json', fileOf(here, new Date()), 'application/json'))
  const read = async (file: File) => {
    setRun(undefined)
    setChosen(undefined)
    if (file.size > MOST_BYTES) return setFailure(new Failure(413, 'This file cannot be imported', `It has more than ${MOST_BYTES / 2 ** 20} MiB`))
    const text = await file.text()
    await work('read', (here) => {
      const wanted = readFile(text)
      setChosen({ name: file.name, plan: planOf(here, wanted), missing: missingIn(here, wanted) })
    })
  }
  const carryOut = async ({ changes }: Plan) => {
    let now = started
    setRun(now)
    for (const change of changes) {
      const outcome = await make(change).then(
        (made) => ({ made, words: 'Done' }),
        (error: unknown) => ({ made: undefined, words: [asFailure(error).message, asFailure(error).detail].filter(Boolean).join(': ') }),
      )
      now = {
        done: now.done + 1,
        outcomes: new Map([...now.outcomes, [keyOf(change), outcome.words]]),
        secrets: outcome.made ? [...now.secrets, outcome.made] : now.secrets,
        over: now.done + 1 === changes.length,
      }
      setRun(now)
    }
  }
  const secrets = run?.secrets ?? []
  const failed = run ? [...run.outcomes.values()].filter((words) => words !== 'Done').length : 0
  const running = run !== undefined && !run.over
  return (
    <Page title="Export and Import" crumbs={[{ label: 'Users', href: '/users' }]}>
      <div className={content}>
        <section className={styles.part} aria-label="Export">
          <h2 className={styles.heading}>Export</h2>
          <p className={intro}>
            One file with all users, groups and policies, and who has which. It holds no password and no secret key, and no service accounts, which are nothing without theirs.
          </p>
          <div className={foot}>
            <Button icon={Download} busy={busy === 'export' ? 'Exporting' : undefined} disabled={!plugins.includes('policies') && 'The policies plugin is switched off'} onPress={() => void save()}>
              Export
            </Button>
            <Button icon={Download} disabled={lack ?? refusal('archive')} onPress={() => void saveArchive()}>
              Export with Secrets
            </Button>
          </div>
        </section>
        <section className={styles.part} aria-label="Import">
          <h2 className={styles.heading}>Import</h2>
          <p className={intro}>
            What the file would change is listed first. It adds and changes, and deletes nothing. Whoever is new gets a new password, which is shown once.
          </p>
          <div className={foot}>
            <input
              ref={chooser}
              type="file"
              accept="application/json,.json"
              aria-label="File to import"
              hidden
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) void read(file)
              }}
            />
            <Button icon={FileUp} busy={busy === 'read' ? 'Reading' : undefined} disabled={(running && 'The import is under way') || (!plugins.includes('policies') && 'The policies plugin is switched off')} onPress={() => chooser.current?.click()}>
              Choose File
            </Button>
            {chosen && <p className={note}>{shown(chosen.name)}</p>}
          </div>
          <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
          {left.length > 0 && <Banner tone="warning">The storage server cannot show {left.map(shown).join(', ')}, which is left out.</Banner>}
          {chosen && (
            <>
              {chosen.missing.length > 0 && (
                <Banner tone="warning">
                  {counted(chosen.missing.length, { one: 'policy is', many: 'policies are' })} neither in the file nor here: {chosen.missing.slice(0, 8).map(shown).join(', ')}. Whoever has them cannot be imported.
                </Banner>
              )}
              <Table
                rows={rows}
                columns={run ? columns : columns.filter(({ id }) => id !== 'outcome')}
                rowKey={keyOf}
                noun={{ one: 'change', many: 'changes' }}
                height="content"
                sort="none"
                empty={{ icon: FileUp, title: 'Nothing would change.', text: `${counted(chosen.plan.same, { one: 'thing', many: 'things' })} in the file are here as they are there.` }}
              />
              {secrets.length > 0 && (
                <Banner
                  tone="warning"
                  action={
                    <Button size="sm" onPress={() => saveText('passwords.csv', csv({ titles: ['Access Key', 'Secret Key'], values: secrets.map((one) => [one.accessKey, one.secretKey]) }), 'text/csv')}>
                      Download Passwords
                    </Button>
                  }
                >
                  {counted(secrets.length, { one: 'new user has', many: 'new users have' })} a new password. It can be downloaded only now.
                </Banner>
              )}
              {running && <Progress value={run.done / chosen.plan.changes.length} label="Importing" />}
              <div className={foot}>
                <p className={note}>
                  {run?.over
                    ? failed > 0
                      ? `${counted(failed, { one: 'change', many: 'changes' })} failed; the others are done.`
                      : 'All is imported.'
                    : `${counted(chosen.plan.same, { one: 'thing is', many: 'things are' })} the same already. Nothing is changed yet.`}
                </p>
                {chosen.plan.changes.length > 0 && !run?.over && (
                  <Button tone="primary" busy={running ? 'Importing' : undefined} onPress={() => void carryOut(chosen.plan)}>
                    {`Import ${counted(chosen.plan.changes.length, { one: 'Change', many: 'Changes' })}`}
                  </Button>
                )}
              </div>
            </>
          )}
        </section>
      </div>
    </Page>
  )
}
