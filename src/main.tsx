import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onRequest } from '#kit/call.ts'
import { isPreview } from '#kit/preview/preview.ts'
import { startSession } from '#providers/auth.ts'
import { startLanguage } from '#providers/i18n.ts'
import { App, screenLoaded } from './app.tsx'
import { Spinner } from './layout/spinner.tsx'
import './layout/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (isPreview)
  onRequest(async (...request) => (await import('#kit/preview/answer.ts')).answerInPreview(...request))
startSession()

// No top-level await: chunks of texts import from this one, and would wait for it.
void startLanguage().then(async () => {
  const shown = createRoot(root)
  // The frame of index.html. Within the router, React would render the screen after it in slices, which takes longer.
  shown.render(<Spinner />)
  await screenLoaded
  shown.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
})
