import { Page } from 'stowage/ui'
import { Buttons, Choices, Fields, Navigation } from './controls.tsx'
import { DetailPages } from './details.tsx'
import { Extremes } from './extremes.tsx'
import { Charts, Facts } from './facts.tsx'
import * as styles from './gallery.css.ts'
import { Lists } from './lists.tsx'
import { Banners, Bars, Dialogs, Statuses } from './messages.tsx'
import { Selects } from './selects.tsx'
import { States } from './states.tsx'
import { EventTable, ObjectTable, Texts, UserTable } from './tables.tsx'

const help = {
  title: 'About the gallery',
  sections: [
    { text: 'Every primitive of the UI kit in every state.' },
    { title: 'Themes', text: 'Switch between light, dark and contrast and look at all of it again.' },
  ],
  links: [{ label: 'React', href: 'https://react.dev' }],
}

/** Every primitive of the UI kit in every state. */
export default () => (
  <Page title="Gallery" help={help}>
    <div className={styles.sheet}>
      <Buttons />
      <Fields />
      <Selects />
      <Choices />
      <Navigation />
      <Statuses />
      <Banners />
      <Bars />
      <Dialogs />
      <Facts />
      <UserTable />
      <Lists />
      <DetailPages />
      <ObjectTable />
      <EventTable />
      <Texts />
      <States />
      <Extremes />
      <Charts />
    </div>
  </Page>
)
