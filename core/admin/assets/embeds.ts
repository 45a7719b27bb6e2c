/** Replaces a link card with the embedded content when it is clicked; no third party is contacted before that. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-frame]') : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  const { frame: frameUrl = '' } = link.dataset;
  const frame = document.createElement('iframe');
  frame.title = link.textContent.trim();
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.allowFullscreen = true;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  const isAudio = /\/embed\/(?:track|album|playlist|episode|show|artist)\//.test(frameUrl);
  if (isAudio) frame.height = '352';
  else frame.style.aspectRatio = '16 / 9';
  frame.src = frameUrl;
  link.replaceWith(frame);
  frame.focus();
});
