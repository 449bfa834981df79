/** Script of the review page of `check --screenshots`, which is opened as a file. Such a page cannot load modules or fetch. */
import { startReview } from '../runtime/review/start-review.ts';
import { REVIEW_DATA_ID, REVIEW_ID } from '../shared/screenshot-review.ts';
import './review.css';

const [root, data] = [REVIEW_ID, REVIEW_DATA_ID].map((id) => document.getElementById(id));
if (root && data) startReview(root, JSON.parse(data.textContent ?? '[]'));
