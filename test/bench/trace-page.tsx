import { createRoot } from 'react-dom/client'
import TracePage from '../../plugins/trace/pages/trace.tsx'
import '../../themes/all.ts'

const place = document.body.appendChild(document.createElement('div'))
place.style.cssText = 'height:800px;width:1280px'
createRoot(place).render(<TracePage />)
