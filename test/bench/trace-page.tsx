import { createRoot } from 'react-dom/client'
import { startSession } from '../../core/web/session.ts'
import TracePage from '../../plugins/trace/pages/trace.tsx'
import '../../themes/all.ts'

startSession({
  status: 'ok',
  pages: ['/trace'],
  features: ['inside'],
  operator: false,
  distributedMode: true,
  account: 'admin',
  password: 'owner',
  plugins: ['trace'],
  withheld: [],
  rights: 'some',
})
const container = document.body.appendChild(document.createElement('div'))
container.style.cssText = 'height:800px;width:1280px'
createRoot(container).render(<TracePage />)
