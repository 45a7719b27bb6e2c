import { formatNumber, type PageRequest, type PluginScope } from 'plinth';
import type { ReviewStatistics } from '../contract/index.js';
import { type ReviewOptions, renderStars } from '../products/review-settings.js';
import { localDay, siteZone } from '../time/local-time.js';
import { initialReview, reviewForm } from './review-form.js';
import type { ReviewRow } from './tables.js';
import type { ReviewStore, StarCounts } from './review-store.js';
import type { FindReviewer } from './reviewers.js';

/** The reviews section of a product page. */
export interface RenderedReviews {
  readonly html: string;
  /** Structured data of the newest reviews; empty if the page shows other reviews. */
  readonly data: readonly object[];
}

/** Renders the reviews section of a product page; null when reviews are disabled. */
export type ReviewSection = (
  product: {
    readonly id: number;
    readonly slug: string;
    readonly rating: number;
    readonly statistics?: ReviewStatistics | undefined;
  },
  request: PageRequest,
) => Promise<RenderedReviews | null>;

interface SectionDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | '_n' | 'render' | 'cache' | 'locale' | 'homeUrl' | 'wpNonceField' | 'useAsset' | 'applyFilters' | 'getOption'
  >;
  readonly settings: Pick<ReviewOptions, 'read'>;
  readonly store: Pick<ReviewStore, 'approved' | 'stars' | 'findByBuyer'>;
  readonly findReviewer: FindReviewer;
}

const PER_PAGE = 10;
/** Anchor of the list on the page. */
const ANCHOR = '#reviews';

export function createReviewSection({ scope, settings, store, findReviewer }: SectionDeps): ReviewSection {
  const { __, _n } = scope;

  const rowView = (row: ReviewRow): object => ({
    id: row.id,
    name: row.name,
    stars: renderStars(row.stars),
    starsText: _n('%d star of 5', '%d stars of 5', row.stars),
    title: row.title,
    paragraphs: paragraphsOf(row.content),
    verified: row.verified === 1,
    createdAt: row.created_at,
    moment: `${row.created_at.replace(' ', 'T')}Z`,
    reply: paragraphsOf(row.reply),
  });

  /** Returns the form for logged-in visitors, and a link to it for all others. */
  async function renderFormOrLink(
    product: { readonly id: number; readonly slug: string },
    { userId }: PageRequest,
  ): Promise<object> {
    const writeUrl = scope.homeUrl(`/product/${product.slug}/review/`);
    if (userId === 0) return { form: '', writeUrl };
    const reviewer = await findReviewer(product.id, { userId, orderKey: '' });
    if ('reason' in reviewer)
      return { form: '', writeUrl: '', reviewableFrom: reviewer.reason === 'too-early' ? reviewer.from : '' };
    const before = await store.findByBuyer(product.id, reviewer.buyer);
    return {
      form: await reviewForm({ scope, slug: product.slug, orderKey: '', before }, initialReview(reviewer, before)),
      open: before === undefined,
      writeUrl: '',
    };
  }

  async function show(product: Parameters<ReviewSection>[0], request: PageRequest): Promise<RenderedReviews | null> {
    if (!(await settings.read()).enabled) return null;
    const stars = /^[1-5]$/.test(request.field('review_stars')) ? Number(request.field('review_stars')) : 0;
    const counts = await scope.cache.get(`store:review-stars:${product.id}`, () => store.stars(product.id));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const matchCount = stars === 0 ? total : (counts[stars - 1] ?? 0);
    const pages = Math.max(1, Math.ceil(matchCount / PER_PAGE));
    const currentPage = Math.min(
      pages,
      /^\d{1,5}$/.test(request.field('review_page')) ? Math.max(1, Number(request.field('review_page'))) : 1,
    );
    const rows =
      matchCount === 0
        ? []
        : await scope.cache.get(`store:reviews:${product.id}:${stars}:${currentPage}`, () =>
            store.approved(product.id, { stars, limit: PER_PAGE, offset: (currentPage - 1) * PER_PAGE }),
          );
    const pageUrl = (starFilter: number, pageNumber: number): string => {
      const parameters = new URLSearchParams({
        ...(starFilter > 0 ? { review_stars: String(starFilter) } : {}),
        ...(pageNumber > 1 ? { review_page: String(pageNumber) } : {}),
      }).toString();
      return `${scope.homeUrl(`/product/${product.slug}/`)}${parameters === '' ? '' : `?${parameters}`}${ANCHOR}`;
    };
    const note = product.statistics
      ? await scope.applyFilters<string>('store/reviews_notice', '', product.statistics)
      : '';
    const html = await scope.render('reviews/section', {
      total,
      note,
      rating: product.rating,
      average: formatNumber(product.rating, scope.locale(), 1),
      stars: renderStars(product.rating),
      distribution: distributionView(counts, total, stars, (starFilter) => pageUrl(starFilter, 1)),
      starFilter: stars,
      starFilterText: stars > 0 ? _n('Reviews with %d star', 'Reviews with %d stars', stars) : '',
      allUrl: pageUrl(0, 1),
      reviews: rows.map(rowView),
      page: currentPage,
      pages,
      pageText: __('Page %1$d of %2$d', currentPage, pages),
      previous: currentPage > 1 ? pageUrl(stars, currentPage - 1) : '',
      next: currentPage < pages ? pageUrl(stars, currentPage + 1) : '',
      ...(await renderFormOrLink(product, request)),
    });
    return { html, data: stars === 0 && currentPage === 1 ? await reviewsData(rows) : [] };
  }

  async function reviewsData(rows: readonly ReviewRow[]): Promise<readonly object[]> {
    const zone = await siteZone(scope.getOption);
    return rows.map((row) => reviewData(row, zone));
  }

  function distributionView(
    counts: StarCounts,
    total: number,
    selectedStars: number,
    urlFor: (stars: number) => string,
  ): readonly object[] {
    return [5, 4, 3, 2, 1].map((stars) => {
      const count = counts[stars - 1] ?? 0;
      return {
        stars,
        count,
        label: _n('%d star', '%d stars', stars),
        reviews: _n('%d review', '%d reviews', count),
        share: total === 0 ? 0 : Math.round((count * 100) / total),
        url: count > 0 ? urlFor(stars) : '',
        current: stars === selectedStars,
      };
    });
  }

  return (product, request) => show(product, request);
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Returns a review as structured data.
 * @param zone the site's time zone
 */
function reviewData(row: ReviewRow, zone: string): object {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: row.name },
    datePublished: localDay(row.created_at, zone),
    reviewRating: { '@type': 'Rating', ratingValue: row.stars, bestRating: 5, worstRating: 1 },
    ...(row.title ? { name: row.title } : {}),
    reviewBody: row.content,
  };
}
