/** Python: values of SQLAlchemy, Flask-SQLAlchemy and SQLModel, by the model that a query is for. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const MODELS = dedent`
  from flask_sqlalchemy import SQLAlchemy
  db = SQLAlchemy()
  class User(db.Model):
      name = db.Column(db.String)
      def greet(self): ...`;

const GREETS = "calls models.py#User.greet (import)";

const cases: EdgeCase[] = [
  {
    name: "a query of a model and of a session gives the model's objects",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from models import User, db
        def by_model():
            user = User.query.filter_by(id=1).first()
            user.greet()
        def by_loop():
            for user in User.query.order_by(User.name).all():
                user.greet()
        def by_key():
            db.session.get(User, 1).greet()
        def by_session():
            db.session.query(User).filter(User.name == "x").one().greet()
        def by_page():
            for user in User.query.paginate(page=1).items:
                user.greet()`,
    },
    of: "use.py",
    has: ["by_model", "by_loop", "by_key", "by_session", "by_page"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "a statement's selection comes out of a session as scalars, as rows and as one value",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.orm import Session
        from models import User
        def scalars(session: Session):
            stmt = select(User).where(User.name == "a").limit(1)
            session.scalars(stmt).first().greet()
        def looped(session: Session):
            return [user.greet() for user in session.scalars(select(User)).unique()]
        def rows(session: Session):
            row = session.execute(select(User, User.name)).first()
            row[0].greet()
        def one(session: Session):
            session.execute(select(User)).scalar_one_or_none().greet()`,
    },
    of: "use.py",
    has: ["scalars", "looped", "rows", "one"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "an asynchronous session is awaited",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.ext.asyncio import AsyncSession
        from models import User
        async def executed(session: AsyncSession):
            result = await session.execute(select(User))
            result.scalar_one().greet()
        async def scalars(session: AsyncSession):
            for user in (await session.scalars(select(User))).all():
                user.greet()
        async def by_key(session: AsyncSession):
            (await session.get(User, 1)).greet()`,
    },
    of: "use.py",
    has: ["executed", "scalars", "by_key"].map((name) => `${name} ${GREETS}`),
  },
  {
    name: "columns, other entities and sessions of other libraries give no objects of the model",
    files: {
      "models.py": MODELS,
      "use.py": dedent`
        from sqlalchemy import select
        from sqlalchemy.orm import Session
        from requests import Session as Other
        from models import User
        def column(session: Session):
            session.scalars(select(User.name)).first().greet()
        def entities():
            User.query.with_entities(User.name).first().greet()
        def other(session: Other):
            session.get(User, 1).greet()`,
    },
    of: "use.py",
    hasNot: [/User\.greet \((?:exact|import)\)/],
  },
];

testEdges(cases);
