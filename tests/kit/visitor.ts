export { type Page, type Visitor, visitor } from '../../core/testing/visitor.js';
