import { type ConfigSection, setting } from 'stowage'
import * as messages from './messages.ts'

const { text, number, duration, choice } = setting

/** How drives are healed, scanned and watched. */
export const sections: readonly ConfigSection[] = [
  {
    id: 'heal',
    title: 'Heal',
    group: 'Data',
    settings: [
      text('bitrotscan', 'Bitrot Scan', { hint: messages.bitrotCycleHelp }),
      duration('max_sleep', 'Max Sleep'),
      number('max_io', 'Max IO'),
    ],
  },
  {
    id: 'scanner',
    title: 'Scanner',
    group: 'Data',
    settings: [
      choice('speed', 'Speed', ['fastest', 'fast', 'default', 'slow', 'slowest'], { required: true }),
      number('delay', 'Delay'),
      duration('max_wait', 'Max Wait'),
      duration('cycle', 'Cycle'),
    ],
  },
  { id: 'drive', title: 'Drive', group: 'Data' },
]
