import { Card, Cards, Page } from 'stowage/ui'
import { pageForm as styles } from 'stowage/classes'
import { counted } from 'stowage'
import { useCall } from 'stowage/web'
import { tiers } from '../contract.ts'
import { types } from '../types.ts'
import { crumbs } from './help.ts'
import * as messages from '../messages.ts'

const noun = { one: 'tier', many: 'tiers' }

/** Choice of the tier's type (spec/2 section 2). */
export default function AddTier() {
  const list = useCall(tiers.list)
  const noteOf = (id: string) => {
    const names = list.data && (list.data.items ?? []).filter(({ type }) => type === id).map(({ name }) => name)
    if (!names) return '\u00A0'
    return names.length > 0 ? `${counted(names.length, noun)}: ${names.join(', ')}` : 'No tier yet'
  }
  return (
    <Page title="Add Tier" crumbs={crumbs}>
      <div className={styles.content}>
        <p className={styles.intro}>{messages.tierIsRemoteBucket}</p>
        <Cards across={2}>
          {types.map(({ id, title, about }) => (
            <Card key={id} title={title} about={about} href={`/tiers/add/${id}`} note={noteOf(id)} />
          ))}
        </Cards>
        <p className={styles.intro}>{messages.tierEditHelp}</p>
      </div>
    </Page>
  )
}
