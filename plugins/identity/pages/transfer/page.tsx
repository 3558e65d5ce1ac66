import { useSession } from '../../../../core/session.ts'
import { Page } from '../../../../core/ui/page.tsx'
import { content } from '../../../../core/ui/page-form.css.ts'
import { Export } from './export.tsx'
import { Import } from './import.tsx'

/** Users, groups, policies and who has which, as one file: written, and read with a list of what it would change. */
export default function Transfer() {
  const { plugins } = useSession()
  const blocked = !plugins.includes('policies') && 'The policies plugin is switched off'
  return (
    <Page title="Export and Import" crumbs={[{ label: 'Users', href: '/users' }]}>
      <div className={content}>
        <Export blocked={blocked} />
        <Import blocked={blocked} />
      </div>
    </Page>
  )
}
